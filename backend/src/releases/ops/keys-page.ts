import { html, type Html } from '../../kit/html.ts';
import { timeOf } from '../../kit/pages/page-time.ts';
import { TEAM_ACTIONS, type CreatedKeys } from '../team-keys.ts';
import { formOf, type Typed } from './fields.ts';
import { type OpsContext, opsPage } from './frame.ts';
import { refusal, table } from './module-page.ts';
import type { SeenKey } from './read.ts';
import { textsOf } from './texts.ts';

export interface KeysView {
  readonly keys: readonly SeenKey[];
  /** Keys that were just made; shown this once. */
  readonly made?: CreatedKeys;
  readonly refused?: { readonly typed: Typed; readonly code: string; readonly message: string };
  readonly done: boolean;
}

/** The page of team keys: who may release which modules to which environments. */
export function keysPage(context: OpsContext, { keys, made, refused, done }: KeysView): string {
  const t = textsOf(context.locale);
  return opsPage(
    context,
    t('keys'),
    html`
    ${refused === undefined ? undefined : refusal(t, refused)}
    ${done ? html`<p role="status" class="done">${t('done')}</p>` : undefined}
    ${made === undefined ? undefined : shownOnce(context, made)}
    ${formOf(
      context,
      '/ops/keys',
      {
        action: 'add',
        title: t('addKey'),
        fields: [
          { kind: 'text', name: 'team', label: 'team', hint: 'teamHint' },
          { kind: 'text', name: 'modules', label: 'modulesOfKey', hint: 'modulesHint' },
          { kind: 'text', name: 'environments', label: 'environmentsOfKey', value: 'staging production' },
          { kind: 'text', name: 'actions', label: 'actionsOfKey', value: TEAM_ACTIONS.join(' ') },
          { kind: 'text', name: 'developer', label: 'developer', hint: 'developerHint' },
          { kind: 'number', name: 'days', label: 'days', value: '365', max: 400 },
        ],
      },
      refused?.typed,
    )}
    ${table(
      t('keys'),
      [
        t('key'),
        t('team'),
        t('kindOfKey'),
        t('modulesOfKey'),
        t('environmentsOfKey'),
        t('actionsOfKey'),
        t('developer'),
        t('until'),
        t('lastUsed'),
      ],
      keys.map((key) => [
        key.id,
        key.team,
        t(`key.${key.kind}`),
        key.modules.join(' '),
        key.environments.join(' '),
        key.actions.join(' '),
        key.developer ?? '–',
        key.inForce ? timeOf(key.expiresAt) : t('notInForce'),
        key.lastUsedAt === null ? '–' : timeOf(key.lastUsedAt),
      ]),
    )}
    ${keys.filter(({ inForce }) => inForce).map(({ id, team }) => formOf(context, '/ops/keys', { action: 'revoke', title: t('revoke', { id, team }), hidden: { id }, dangerous: true, fields: [] }, refused?.typed))}`,
  );
}

function shownOnce(context: OpsContext, { key, signingId, privateKey }: CreatedKeys): Html {
  const t = textsOf(context.locale);
  const text = `RELEASE_KEY=${key}\nRELEASE_SIGNING_ID=${signingId}\n${privateKey ?? ''}`;
  return html`
    <section aria-labelledby="made">
      <h2 id="made">${t('madeKeys')}</h2>
      <p>${t('madeKeysHelp')}</p>
      <pre tabindex="0">${text}</pre>
    </section>`;
}
