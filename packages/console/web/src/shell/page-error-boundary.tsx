import { consoleMessages } from '@callgate/messages/console';
import { type ReactNode, Component } from 'react';
import { Button } from '../parts/form.tsx';
import { Problem } from '../parts/page.tsx';

interface PageErrorBoundaryProps {
  /** Another one: another try. */
  readonly place: string;
  readonly children: ReactNode;
}

interface PageErrorBoundaryState {
  readonly error: Error | null;
  readonly place: string;
}

/** A page that failed leaves the others as they are. */
export class PageErrorBoundary extends Component<PageErrorBoundaryProps, PageErrorBoundaryState> {
  override state: PageErrorBoundaryState = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: Error): Pick<PageErrorBoundaryState, 'error'> {
    return { error };
  }

  static getDerivedStateFromProps(
    { place }: PageErrorBoundaryProps,
    state: PageErrorBoundaryState,
  ): PageErrorBoundaryState | null {
    return place === state.place ? null : { error: null, place };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <PageErrorNotice error={error} />;
  }
}

const PageErrorNotice = ({ error }: { error: Error }) => (
  <section className="page">
    <header className="page-head">
      <h1>{consoleMessages.shell.pageFailed}</h1>
    </header>
    <Problem error={error} />
    <p className="page-fault-again">
      <Button look="primary" onClick={() => globalThis.location.reload()}>
        {consoleMessages.shell.reload}
      </Button>
    </p>
  </section>
);
