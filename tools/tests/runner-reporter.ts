import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import { ROOT } from '../list-pages.ts';
import type { RunEvent } from './running-files.ts';

const nameOf = (moduleId: string): string => relative(ROOT, moduleId).replaceAll('\\', '/');

/** Tells the process that started Vitest what runs, so that it can name what holds the run up. */
export class RunnerReporter implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#tell({ is: 'files', files: specifications.map(({ moduleId }) => nameOf(moduleId)) });
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#tell({ is: 'start', file: nameOf(moduleId) });
  }

  onTestModuleEnd(module: TestModule): void {
    const { duration, collectDuration } = module.diagnostic();
    this.#tell({
      is: 'end',
      file: nameOf(module.moduleId),
      failed: !module.ok(),
      ms: Math.round(duration + collectDuration),
      cpuMs: module.meta().cpuMs,
    });
  }

  onTestCaseReady(test: TestCase): void {
    this.#tellTest(test, false);
  }

  onTestCaseResult(test: TestCase): void {
    this.#tellTest(test, true);
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly { readonly message?: string }[]): void {
    for (const error of errors) {
      const path = 'VITEST_TEST_PATH' in error ? String(error.VITEST_TEST_PATH) : null;
      this.#tell({ is: 'error', file: path && nameOf(path), message: error.message ?? String(error) });
    }
    this.#tell({ is: 'over' });
  }

  #tellTest({ module, fullName }: TestCase, ended: boolean): void {
    this.#tell({ is: 'test', file: nameOf(module.moduleId), test: fullName, ended });
  }

  #tell(event: RunEvent): void {
    process.send?.(event);
  }
}
