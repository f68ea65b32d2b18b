import { html, type Html } from '../../kit/html.ts';
import { timeOf } from '../../kit/pages/page-time.ts';
import { wishesOf } from '../gates/calls-gate.ts';
import { type Field, formOf, type OpsForm, type Typed } from './fields.ts';
import { hrefTo, type OpsContext, opsPage } from './frame.ts';
import { rolloutText, row, stateOf, timesOf } from './list-page.ts';
import type { SeenEvent, SeenModule, SeenRelease, SeenRollout } from './read.ts';
import { type Texts, textsOf } from './texts.ts';

export interface ModuleView {
  readonly module: SeenModule;
  readonly releases: readonly SeenRelease[];
  readonly history: readonly SeenEvent[];
  /** What a form was refused for, in the service's words. */
  readonly refused?: { readonly typed: Typed; readonly code: string; readonly message: string };
  readonly done: boolean;
}

/** One module: what is offered, how it does, everything that can be done about it, its versions and its history. */
export function modulePage(context: OpsContext, view: ModuleView): string {
  const t = textsOf(context.locale);
  const { module, releases, history, refused, done } = view;
  const { channel, rollouts, name, team, approved } = module;
  const target = `/ops/modules/${name}`;
  const forms = formsOf(t, module, releases);
  return opsPage(
    context,
    name,
    html`
    ${refused === undefined ? undefined : refusal(t, refused)}
    ${done ? html`<p role="status" class="done">${t('done')}</p>` : undefined}
    ${stateOf(t, module)}
    <dl>
      ${row(t('team'), team)}
      ${row(t('current'), channel.current ?? t('none'))}
      ${row(t('rollouts'), rollouts.length === 0 ? t('none') : rollouts.map((rollout) => html`<p>${rolloutText(t, rollout)}</p>`))}
      ${row(t('revision'), module.revision)}
      ${row(t('approved'), approved.length === 0 ? t('none') : approved.join(' · '))}
      ${row(t('mayRollBack'), t(module.mayRollBack ? 'yes' : 'no'))}
    </dl>
    <h2>${t('act')}</h2>
    ${forms.map((form) => formOf(context, target, form, refused?.typed))}
    <h2>${t('health')}</h2>
    ${healthTable(t, module)}
    <h2>${t('versions')}</h2>
    ${versionsTable(context, module, releases)}
    <h2>${t('history')}</h2>
    ${historyTable(t, history)}`,
  );
}

function refusal(t: Texts, { code, message }: { readonly code: string; readonly message: string }): Html {
  return html`
    <div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
      <h2 id="summary-title">${t('notDone')}</h2>
      ${code === 'REVISION' ? html`<p>${t('changedMeanwhile')}</p>` : undefined}
      <p lang="en">${code}: ${message}</p>
    </div>`;
}

const asOptions = (versions: readonly string[]) => versions.map((version) => [version, version] as const);

/** Everything that can be done now; what cannot is not offered. */
function formsOf(t: Texts, module: SeenModule, releases: readonly SeenRelease[]): readonly OpsForm[] {
  const { channel, rollouts, revision } = module;
  const hidden = { revision: String(revision) };
  const accepted = releases.filter(({ state }) => state === 'accepted');
  const versions = accepted.map(({ version }) => version);
  const others = versions.filter((version) => version !== channel.current);
  const alive = rollouts.filter(({ state }) => state !== 'stopped');
  const promotable = channel.current === null ? versions : alive.map(({ version }) => version);
  const startable = others.filter((version) => !alive.some((rollout) => rollout.version === version));
  const unproven = accepted.filter(({ goodAt }) => goodAt === null).map(({ version }) => version);
  const choice = (name: string, of: readonly (readonly [string, string])[]): Field => ({
    kind: 'choice',
    name,
    label: 'version',
    options: of,
  });
  const urgent: Field = { kind: 'tick', name: 'urgent', label: 'urgent', hint: 'urgentHint' };
  return [
    ...(startable.length === 0 ? [] : [startForm(t, hidden, choice('version', asOptions(startable)), urgent)]),
    ...alive.flatMap((rollout) => rolloutForms(t, rollout, hidden)),
    ...(promotable.length === 0
      ? []
      : [
          {
            action: 'promote',
            title: t('promote'),
            hidden,
            fields: [choice('version', asOptions(promotable)), urgent],
          } as const,
        ]),
    ...(others.length === 0
      ? []
      : [
          {
            action: 'rollback',
            title: t('rollback'),
            hidden,
            dangerous: true,
            fields: [choice('version', [['', t('newestGood')], ...asOptions(others)])],
          } as const,
        ]),
    {
      action: 'hold',
      title: t('hold'),
      hidden,
      fields: [{ kind: 'number', name: 'hours', label: 'hours', hint: 'hoursHint', value: '24' }],
    },
    channel.killed === null
      ? {
          action: 'kill',
          title: t('kill'),
          hidden,
          dangerous: true,
          fields: [{ kind: 'number', name: 'grace', label: 'grace', hint: 'graceHint', value: '30', max: 120 }],
        }
      : { action: 'revive', title: t('revive'), hidden, fields: [] },
    ...(versions.length === 0
      ? []
      : [
          {
            action: 'withdraw',
            title: t('withdraw'),
            hidden,
            dangerous: true,
            fields: [choice('version', asOptions(versions))],
          } as const,
        ]),
    ...(unproven.length === 0
      ? []
      : [
          {
            action: 'mark-good',
            title: t('markGood'),
            hidden,
            fields: [choice('version', asOptions(unproven))],
          } as const,
        ]),
    approveForm(t, module, releases),
  ];
}

function startForm(t: Texts, hidden: OpsForm['hidden'] & object, version: Field, urgent: Field): OpsForm {
  return {
    action: 'start',
    title: t('start'),
    hidden,
    fields: [
      version,
      {
        kind: 'choice',
        name: 'ladder',
        label: 'ladder',
        options: [
          ['', t('ladder.none')],
          ['auto', t('ladder.auto')],
          ['manual', t('ladder.manual')],
        ],
      },
      { kind: 'number', name: 'percent', label: 'percent', hint: 'percentHint', value: '5', max: 100 },
      { kind: 'text', name: 'cohorts', label: 'cohorts', hint: 'cohortsHint' },
      { kind: 'tick', name: 'beside', label: 'beside' },
      urgent,
    ],
  };
}

function rolloutForms(t: Texts, { id, version, share, state }: SeenRollout, of: object): readonly OpsForm[] {
  const hidden = { ...of, rollout: id };
  const other = state === 'running' ? 'pause' : 'resume';
  return [
    {
      action: 'raise',
      title: t('raise', { version }),
      hidden,
      fields: [
        { kind: 'number', name: 'percent', label: 'percent', value: String(share / 100), max: 100 },
        { kind: 'tick', name: 'takeBack', label: 'takeBack', hint: 'takeBackHint' },
      ],
    },
    { action: other, title: t(other, { version }), hidden, fields: [] },
    { action: 'stop', title: t('stop', { version }), hidden, dangerous: true, fields: [] },
  ];
}

/** What the newest version wishes and nobody approved stands in the field already: an operator takes away what it may not. */
function approveForm(
  t: Texts,
  { approved, limits, mayRollBack, revision }: SeenModule,
  releases: readonly SeenRelease[],
): OpsForm {
  const [newest] = releases;
  const wishes = newest?.state === 'refused' ? wishesOf(newest.descriptor.manifest) : [];
  const limit = (bytes: number | undefined): string => (bytes === undefined ? '' : String(bytes / 1_000));
  return {
    action: 'approve',
    title: t('approve'),
    hidden: { revision: String(revision) },
    fields: [
      {
        kind: 'lines',
        name: 'names',
        label: 'names',
        hint: 'namesHint',
        value: wishes.filter((wish) => !approved.includes(wish)).join('\n'),
      },
      { kind: 'number', name: 'entry', label: 'entryLimit', value: limit(limits.entry) },
      { kind: 'number', name: 'chunk', label: 'chunkLimit', value: limit(limits.chunk) },
      { kind: 'tick', name: 'mayRollBack', label: 'mayRollBack', hint: 'mayRollBackHint', ticked: mayRollBack },
    ],
  };
}

/** A table that may be wider than a phone: its own region scrolls, also by the keyboard. */
export function table(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly (string | number | Html)[])[],
): Html {
  return html`
    <div class="wide" role="region" aria-label="${label}" tabindex="0">
      <table>
        <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
        <tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
      </table>
    </div>`;
}

function healthTable(t: Texts, { health }: SeenModule): Html {
  if (health.length === 0) return html`<p>${t('noHealth')}</p>`;
  return html`
    ${table(
      t('health'),
      [t('version'), t('devices'), t('loads24h'), t('loadTimes'), t('errors'), t('leaks')],
      health.map((of) => [
        of.version,
        of.devices,
        of.loads24h,
        timesOf(t, of),
        `${of.errors1h} / ${of.errors24h}`,
        of.leaks24h,
      ]),
    )}
    ${
      health.some(({ faults }) => faults.length > 0)
        ? table(
            t('faults'),
            [t('version'), t('fault'), t('place'), t('count')],
            health.flatMap(({ version, faults }) =>
              faults.map(({ kind, code, frame, count }) => [version, `${kind} ${code}`, frame, count]),
            ),
          )
        : undefined
    }`;
}

function versionsTable(context: OpsContext, { name }: SeenModule, releases: readonly SeenRelease[]): Html {
  const t = textsOf(context.locale);
  return table(
    t('versions'),
    [t('version'), t('state'), t('gates'), t('goodSince'), t('uploaded')],
    releases.map(({ version, state, gates, goodAt, uploadedAt, uploadedBy }) => [
      html`<a href="${hrefTo(context, `/ops/modules/${name}/versions/${encodeURIComponent(version)}`)}">${version}</a>`,
      t(`release.${state}`),
      gates.length === 0 ? '–' : gates.map(({ id, ok }) => `${ok ? '✓' : '✗'} ${id}`).join(' '),
      goodAt === null ? '–' : timeOf(goodAt),
      `${timeOf(uploadedAt)} ${uploadedBy}`,
    ]),
  );
}

function historyTable(t: Texts, history: readonly SeenEvent[]): Html {
  if (history.length === 0) return html`<p>${t('none')}</p>`;
  return table(
    t('history'),
    [t('time'), t('actor'), t('what'), t('reason')],
    history.map(({ at, actor, action, reason }) => [timeOf(at), actor, action, reason]),
  );
}
