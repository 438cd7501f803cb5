/** One kind of file that another program runs, or reads as configuration, later. */
export interface AutorunKind {
  readonly kind: string;
  /** Patterns as `namesFile` reads them. */
  readonly files: readonly string[];
  /** Programs whose settings these are, where the patterns are the same for each of them. */
  readonly programs?: readonly string[];
}

/** Patterns between spaces; a space inside one is written `+`. */
const listed = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .filter((pattern) => pattern !== '')
    .map((pattern) => pattern.replaceAll('+', ' '));

/** Where programs keep their settings on one platform or another. */
const SETTINGS: readonly string[] = [
  '.config',
  'appdata/roaming',
  'appdata/local',
  'library/application support',
];

/** What a program reads is the same whatever platform it runs on. */
const settingsOf = (programs: readonly string[]): readonly string[] =>
  programs.flatMap((program) => SETTINGS.map((folder) => `${folder}/${program}/`));

const PROGRAMS: readonly string[] = [
  'github cli',
  ...`fish bash zsh nushell powershell xonsh tmux zellij wezterm kitty alacritty ghostty com.mitchellh.ghostty iterm2 hypr sway
  i3 awesome bspwm sxhkd openbox direnv mise git jj lazygit gh gcloud op systemd autostart dbus-1 environment.d code cursor
  vscodium windsurf zed nvim nvim-data vim helix emacs doom yazi mpv goose opencode crush pip mutt neomutt gdb containers
  k9s espanso karabiner ms-playwright`.split(/\s+/),
];

/**
 * Files that another program runs, or reads as configuration, later: writing one is running its content. Sources that run
 * only when the project itself is built or tested are not here, because they are what an agent is asked to change.
 */
export const AUTORUN_FILES: readonly AutorunKind[] = [
  { kind: 'every other name that begins with a dot', files: ['.*'] },
  {
    kind: 'except these, which nothing runs by itself or only the project’s own tools read',
    files:
      listed(`!.gitignore !.gitattributes !.gitkeep !.keep !.mailmap !.git-blame-ignore-revs !.editorconfig !.prettier*
      !.eslint* !.stylelint* !.babelrc* !.swcrc !.postcssrc* !.browserslistrc !.mocharc* !.nycrc* !.c8rc* !.commitlintrc*
      !.dockerignore !.npmignore !.helmignore !.gcloudignore !.vercelignore !.slugignore !.nvmrc !.node-version
      !.python-version !.ruby-version !.java-version !.clang-format !.clang-tidy !.markdownlint* !.yamllint* !.rubocop*
      !.rspec !.flake8 !.coveragerc !.isort.cfg !.jshintrc !.graphqlrc* !.rustfmt.toml !.env.example !.env.sample
      !.env.template !.env.dist !.github !.gitlab !.changeset !.storybook !.well-known !.vitepress !.vuepress
      !.next !.nuxt !.svelte-kit !.astro !.turbo !.cache !.tmp !.temp !.pytest_cache !.mypy_cache !.ruff_cache !.nyc_output
      !.worktrees`),
  },
  {
    kind: 'settings of programs, below `.config/`, `AppData/Roaming/`, `AppData/Local/` and `Library/Application Support/`',
    files: settingsOf(PROGRAMS),
    programs: PROGRAMS,
  },
  {
    kind: 'shell start-up',
    files:
      listed(`.bash* .zsh* .zprofile .zlogin .zlogout .profile .profile.d/ .login .logout .kshrc .mkshrc .cshrc .tcshrc
      .inputrc .xprofile .xinitrc .xsession .xsessionrc .xserverrc .pam_environment .oh-my-*/
      .config/starship.toml powershell/*profile.ps1 windowspowershell/*profile.ps1 powershell/modules/
      windowspowershell/modules/ powershell/scripts/ microsoft.windowsterminal* local/microsoft/windows+terminal/
      .tmux.conf .screenrc .wezterm.lua .xonshrc .hammerspoon/ .skhdrc .yabairc`),
  },
  {
    kind: 'environment of a folder',
    files:
      listed(`.envrc .direnvrc mise.toml mise.*.toml mise/config.toml mise/config.*.toml mise/conf.d/ mise/tasks/
      mise-tasks/ .mise.toml .autoenv* .devcontainer/
      .devcontainer.json devcontainer.json`),
  },
  {
    kind: 'version control',
    files: listed(`.git .git/ git~1/ *.git/hooks/ *.git/config .gitconfig .gitmodules .githooks/ .husky/
      .lefthook* lefthook.y* lefthook.toml lefthook.json* lefthook-local.* .pre-commit-config.y* .overcommit.yml .hg/hgrc .hgrc .jjconfig.toml`),
  },
  {
    kind: 'sign-in and keys',
    files:
      listed(`.ssh/ authorized_keys* sshd_config* .gnupg/ .netrc _netrc .rhosts .shosts .pgpass .aws/ .azure/ .kube/
      .docker/ .password-store/`),
  },
  {
    kind: 'scheduled tasks and services',
    files:
      listed(`crontab crontabs/ anacrontab cron.d/ cron.hourly/ cron.daily/ cron.weekly/ cron.monthly/ spool/cron/
      spool/at/ systemd/system/ systemd/user/ *.service *.timer *.socket launchagents/ launchdaemons/
      autostart/*.desktop .local/share/applications/ programs/startup/ xlstart/ word/startup/ microsoft/addins/ normal.dotm vbaproject.otm init.d/ rc.d/ rc.local
      system32/tasks/ udev/rules.d/ .forward .procmailrc dbus-1/services/`),
  },
  {
    kind: 'continuous integration',
    files:
      listed(`.github/workflows/ .github/actions/ .gitlab-ci.y* .gitlab/ci/ .circleci/ .travis.y* jenkinsfile*
      azure-pipelines* .azure-pipelines/ bitbucket-pipelines.y* .buildkite/ .drone.y* .drone.star .woodpecker* appveyor.y* bitrise.y* codemagic.y* wercker.y* circle.y*
      .appveyor.y* cloudbuild.y* buildspec.y* .teamcity/ .semaphore/ .cirrus.* .forgejo/workflows/ .gitea/workflows/
      .gitea/actions/ .builds/ .build.yml .concourse/`),
  },
  {
    kind: 'editors',
    files: listed(`.vscode/ .vscode-server/ .vscode-insiders/ *.code-workspace .idea/ .fleet/ .zed/
      .vim* .nvim* .exrc .gvimrc _vimrc .helix/ .emacs* init.el
      .local/share/nvim/ .vscode-oss/ 
      .dir-locals.el .spacemacs* .doom.d/ *.sublime-project sublime*/packages/`),
  },
  {
    kind: 'agents and MCP',
    files:
      listed(`.claude* claude.md claude.local.md claude_desktop_config.json .codex* .copilot* .github/copilot* .github/agents/
      .github/instructions/ .github/prompts/ .github/skills/ .github/chatmodes/ .github/lsp.json copilot-instructions.md .github/hooks/ .gemini/ gemini.md agent.md agents.md agents.override.md .agents/ .cursor/ .cursorrules
      .windsurf* .codeium/ .continue* .cline* .roo* .kiro/ .amazonq/ .aider* .opencode* opencode.json* .goose* 
      .junie/ .trae/ .qwen/ qwen.md .rules .crush* crush.json crush.md warp.md .mcp.json mcp.json mcp.y* mcp_config.json mcp-config.json mcp_settings.json
      cline_mcp_settings.json *callgate*`),
  },
  {
    kind: 'package managers and interpreters',
    files: listed(`.npmrc .yarnrc* .yarn/ .pnpmfile.* .pnp.* .pip/ pip.conf pip.ini .pypirc .condarc .cargo/
      .rustup/ .gradle/ .m2/ .bundle/ .gemrc .irbrc .pryrc .rprofile .renviron .pythonrc* .python_startup sitecustomize.py
      usercustomize.py .ipython/ .jupyter/ .pdbrc* .iex.exs .pylintrc .julia/config/ .mailcap .muttrc .mutt/ 
      .gdbinit .lldbinit* .psqlrc .sqliterc .my.cnf .mongorc.js .mongoshrc.js .curlrc
      .wgetrc .terraformrc ansible.cfg .ansible.cfg node_modules/ site-packages/ dist-packages/ .node-gyp/ .ghci
      nuget.config .nuget/ `),
  },
  {
    kind: 'folders of programs',
    files:
      listed(`/bin/ /sbin/ /usr/bin/ /usr/sbin/ /usr/lib/ /usr/lib64/ /usr/libexec/ /usr/local/ /usr/share/ /opt/ /snap/ /nix/ /applications/ ~/applications/
      appdata/local/programs/ appdata/roaming/npm/ ~/.cache/ ~/library/caches/ ~/bin/ ~/.bin/ .local/bin/ .local/lib/ .local/share/mise/ go/bin/ .bun/ .deno/
      .nvm/ .volta/ .pyenv/ .rbenv/ .asdf/ .sdkman/ .npm-global/ .nix-profile/ .venv/bin/ venv/bin/ .venv/scripts/
      venv/scripts/ windowsapps/ scoop/shims/ chocolatey/bin/`),
  },
  {
    kind: 'the system',
    files:
      listed(`/program+files/ /program+files+(x86)/ etc/ /boot/ /lib/ /lib32/ /lib64/ /proc/ /sys/ /dev/ /var/spool/ /library/ /system/ ~/library/preferences/ ~/library/services/ ~/library/application+scripts/ ~/library/quicklook/ ~/library/scripts/ /windows/ /programdata/
      ld.so.preload`),
  },
];

const TABLE: readonly string[] = AUTORUN_FILES.flatMap(({ files }) => files);
const joined = new WeakMap<readonly string[], readonly string[]>();

/** All patterns of the table, and what the operator adds. One list for the same `more`, as they are compiled by list. */
export const autorunPatterns = (more: readonly string[] = []): readonly string[] => {
  if (more.length === 0) return TABLE;
  const known = joined.get(more) ?? [...TABLE, ...more];
  joined.set(more, known);
  return known;
};

const ABSOLUTE = /^(?:[/\\]|[A-Za-z]:[/\\])/;

/** The folders of a PATH as patterns of files: a file there runs when its name is called. */
export const pathFolders = (path: string | undefined, delimiter: string): readonly string[] =>
  [...new Set((path ?? '').split(delimiter))]
    .filter((folder) => ABSOLUTE.test(folder) && !folder.includes('*'))
    .map((folder) => `${folder.replace(/^[A-Za-z]:/, '').replace(/[/\\]+$/, '')}/`)
    .filter((folder) => folder !== '/');
