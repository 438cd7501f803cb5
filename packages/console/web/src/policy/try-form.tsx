import type { ToolChoice } from '@callgate/operations/api';
import type { Answer, Strength, Trust } from '@callgate/core';
import { display } from '@callgate/core';
import { Checkbox, Field, Select } from '../parts/field.tsx';
import { Untrusted } from '../parts/untrusted.tsx';

/** What is in the form. */
export interface Wish {
  readonly kind: 'known' | 'described';
  readonly server: string;
  readonly name: string;
  readonly trust: Trust;
  readonly definition: string;
  readonly arguments: string;
  readonly labels: { readonly private: Strength; readonly untrusted: Strength };
  readonly words: boolean;
  readonly proven: Answer;
  readonly subject: string;
  readonly groups: string;
  readonly by: 'force' | 'draft';
}

const EXAMPLE = `{
  "name": "delete_page",
  "annotations": {
    "readOnlyHint": false,
    "destructiveHint": true
  }
}`;

export const FIRST_WISH: Wish = {
  kind: 'known',
  server: '',
  name: '',
  trust: 'untrusted',
  definition: EXAMPLE,
  arguments: '{}',
  labels: { private: 'none', untrusted: 'none' },
  words: true,
  proven: 'unknown',
  subject: 'local',
  groups: '',
  by: 'force',
};

const STRENGTHS = [
  { value: 'none', name: 'no' },
  { value: 'possible', name: 'possibly' },
  { value: 'known', name: 'yes, known' },
] as const;

const PROVEN = [
  { value: 'unknown', name: 'not known' },
  { value: 'yes', name: 'all of them' },
  { value: 'no', name: 'not all of them' },
] as const;

const TRUSTS = [
  { value: 'untrusted', name: 'untrusted: its claims count only where they tighten' },
  { value: 'trusted', name: 'trusted: its claims are believed' },
  { value: 'owned', name: 'owned: its claims and its content are believed' },
] as const;

const nameOf = ({ server, name }: { readonly server: string; readonly name: string }): string =>
  JSON.stringify([server, name]);

const KnownTool = ({
  tools,
  wish,
  onWish,
}: {
  tools: readonly ToolChoice[];
  wish: Wish;
  onWish: (wish: Wish) => void;
}) => {
  const chosen = tools.find((tool) => nameOf(tool) === nameOf(wish));
  const servers = [...new Set(tools.map(({ server }) => server))];
  return (
    <>
      <Field label="Tool">
        <select
          className="select"
          value={nameOf(wish)}
          onChange={({ target }) => {
            const found = tools.find((tool) => nameOf(tool) === target.value);
            if (found !== undefined) onWish({ ...wish, server: found.server, name: found.name });
          }}
        >
          {servers.map((server) => (
            <optgroup key={server} label={display(server, { max: 80 })}>
              {tools
                .filter((tool) => tool.server === server)
                .map((tool) => (
                  <option key={tool.name} value={nameOf(tool)}>
                    {display(tool.name, { max: 120 })}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </Field>
      {chosen === undefined || chosen.arguments.length === 0 ? null : (
        <p className="policy-soft">
          It says it takes{' '}
          {chosen.arguments.map((name, index) => (
            <span key={name}>
              {index === 0 ? '' : ', '}
              <Untrusted text={name} max={80} />
            </span>
          ))}
          .
        </p>
      )}
    </>
  );
};

const DescribedTool = ({ wish, onWish }: { wish: Wish; onWish: (wish: Wish) => void }) => (
  <>
    <div className="policy-pair">
      <Field label="Server">
        <input
          type="text"
          value={wish.server}
          onChange={({ target }) => onWish({ ...wish, server: target.value })}
        />
      </Field>
      <Field label="Trust">
        <Select value={wish.trust} options={TRUSTS} onChange={(trust) => onWish({ ...wish, trust })} />
      </Field>
    </div>
    <Field label="The tool, as a server lists it (JSON)">
      <textarea
        className="policy-json"
        rows={8}
        spellCheck={false}
        value={wish.definition}
        onChange={({ target }) => onWish({ ...wish, definition: target.value })}
      />
    </Field>
  </>
);

export const TryForm = ({
  tools,
  wish,
  onWish,
  hasDraft,
}: {
  tools: readonly ToolChoice[];
  wish: Wish;
  onWish: (wish: Wish) => void;
  hasDraft: boolean;
}) => (
  <form className="policy-form" onSubmit={(event) => event.preventDefault()}>
    <fieldset className="policy-choice">
      <legend className="hidden-words">Which tool</legend>
      {(['known', 'described'] as const).map((kind) => (
        <label key={kind} className="checkbox">
          <input
            type="radio"
            name="policy-tool-kind"
            checked={wish.kind === kind}
            onChange={() =>
              onWish(
                kind === 'known'
                  ? { ...wish, kind, server: '', name: '' }
                  : { ...wish, kind, server: 'new-server', name: '' },
              )
            }
          />
          <span>{kind === 'known' ? 'A tool that is there' : 'A tool I describe'}</span>
        </label>
      ))}
    </fieldset>
    {wish.kind === 'known' ? (
      tools.length === 0 ? (
        <p className="policy-soft">No server lists a tool now.</p>
      ) : (
        <KnownTool tools={tools} wish={wish} onWish={onWish} />
      )
    ) : (
      <DescribedTool wish={wish} onWish={onWish} />
    )}
    <Field label="Arguments (JSON)">
      <textarea
        className="policy-json"
        rows={4}
        spellCheck={false}
        value={wish.arguments}
        onChange={({ target }) => onWish({ ...wish, arguments: target.value })}
      />
    </Field>
    <div className="policy-pair">
      <Field label="Session touched private data">
        <Select
          value={wish.labels.private}
          options={STRENGTHS}
          onChange={(value) => onWish({ ...wish, labels: { ...wish.labels, private: value } })}
        />
      </Field>
      <Field label="Session saw untrusted content">
        <Select
          value={wish.labels.untrusted}
          options={STRENGTHS}
          onChange={(value) => onWish({ ...wish, labels: { ...wish.labels, untrusted: value } })}
        />
      </Field>
      <Field label="Decisive values come from the person">
        <Select value={wish.proven} options={PROVEN} onChange={(proven) => onWish({ ...wish, proven })} />
      </Field>
      <Field label="Judged by">
        <Select
          value={wish.by}
          options={[
            { value: 'force', name: 'the policy in force' },
            ...(hasDraft ? [{ value: 'draft' as const, name: 'the policy I am writing' }] : []),
          ]}
          onChange={(by) => onWish({ ...wish, by })}
        />
      </Field>
      <Field label="Who calls">
        <input
          type="text"
          value={wish.subject}
          onChange={({ target }) => onWish({ ...wish, subject: target.value })}
        />
      </Field>
      <Field label="Groups, with commas">
        <input
          type="text"
          value={wish.groups}
          onChange={({ target }) => onWish({ ...wish, groups: target.value })}
        />
      </Field>
    </div>
    <Checkbox
      label="The person’s own words are known"
      checked={wish.words}
      onChange={(words) => onWish({ ...wish, words })}
    />
  </form>
);
