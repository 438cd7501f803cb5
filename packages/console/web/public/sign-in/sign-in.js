const said = document.querySelector('#said');
const help = document.querySelector('#help');
const team = document.querySelector('#team');

// texts of `shell.signInPage` in @callgate/messages: this file is served as it is
const UNREACHED = { message: 'Callgate does not respond.', help: 'Check that it is running.' };
const NOBODY = {
  message: 'You are not signed in.',
  help: 'callgate console --link prints a link that signs you in.',
};
const REFUSED = {
  message: 'The provider did not sign you in.',
  help: 'Try again, or ask your administrator.',
};

const ask = async (path, body) => {
  try {
    const response = await fetch(
      path,
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
    return { ok: response.ok, answer: await response.json() };
  } catch {
    return { ok: false, answer: UNREACHED };
  }
};

/** A command stays as it is typed. */
const sentence = (text) =>
  `${text.startsWith('callgate ') ? 'c' : text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`;

const say = (problem) => {
  said.textContent = sentence(problem.message);
  help.textContent = sentence(problem.help ?? '');
  help.hidden = problem.help === undefined;
};

/** A browser may run a page ahead of anybody who looks at it. */
const shown = () =>
  document.prerendering === true
    ? new Promise((resolve) => {
        document.addEventListener('prerenderingchange', resolve, { once: true });
      })
    : Promise.resolve();

const offerTeam = async () => {
  const { ok, answer } = await ask('/sign-in/ways');
  team.hidden = !(ok && answer.team === true);
};

const enter = async (path, body) => {
  history.replaceState(null, '', '/sign-in');
  const { ok, answer } = await ask(path, body);
  if (ok) location.replace('/inbox');
  else {
    say(answer);
    await offerTeam();
  }
};

team.addEventListener('click', async () => {
  const { ok, answer } = await ask('/sign-in/team', {});
  if (ok) location.assign(answer.url);
  else say(answer);
});

const returned = () => {
  const given = new URLSearchParams(location.search);
  const [state, code, iss] = ['state', 'code', 'iss'].map((name) => given.get(name));
  if (state === null || code === null) return undefined;
  return { state, code, ...(iss === null ? {} : { iss }) };
};

await shown();
if (location.pathname === '/sign-in/return') {
  const body = returned();
  if (body !== undefined) await enter('/sign-in/return', body);
  else {
    history.replaceState(null, '', '/sign-in');
    say(REFUSED);
    await offerTeam();
  }
} else if (location.hash.length > 1) await enter('/sign-in', { code: location.hash.slice(1) });
else {
  say(NOBODY);
  await offerTeam();
}
