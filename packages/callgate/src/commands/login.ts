import { CallgateError, display } from '@callgate/core';
import { loginMessages } from '@callgate/messages/cli/login';
import { optionMessages } from '@callgate/messages/cli/options';
import { commandErrors } from '@callgate/messages/errors/command';
import { loginErrors } from '@callgate/messages/errors/login';
import { homePaths } from '../home/home-paths.ts';
import { flagOption, textOption } from '../options/option.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const parsePort = (written: string | undefined): number => {
  if (written === undefined) return 0;
  const port = /^\d{1,5}$/.test(written) ? Number(written) : 0;
  if (port > 0 && port <= 65_535) return port;
  throw new CallgateError(loginErrors.port());
};

export const commands: Commands = {
  login: command(
    {
      server: { type: 'positional', required: false, description: loginMessages.server },
      browser: flagOption(loginMessages.browser),
      port: textOption(loginMessages.port),
      forget: flagOption(loginMessages.forget),
      config: textOption(optionMessages.configOrDefault, { alias: 'c' }),
      json: flagOption(loginMessages.json),
    },
    async ({ _: [wanted, extra], browser, port, forget, config, json = false }) => {
      if (extra !== undefined)
        throw new CallgateError(commandErrors.tooManyArguments({ command: 'login', extra: display(extra) }));
      const home = homePaths(process.env);
      const { findLoginServer, readLoginServers } = await import('../login/find-login-server.ts');
      const servers = await readLoginServers(config, home);
      if (wanted === undefined) {
        if (forget === true)
          throw new CallgateError(commandErrors.argumentMissing({ command: 'login', argument: 'SERVER' }));
        const { listLogins } = await import('../login/list-logins.ts');
        return await listLogins(servers, home, json);
      }
      const server = findLoginServer(wanted, servers);
      const { forgetLogin, runLogin } = await import('../login/run-login.ts');
      if (forget === true) return await forgetLogin(server, { home, json });
      await runLogin(server, { home, json, port: parsePort(port), opensBrowser: browser !== false });
    },
  ),
};
