import { requiredApprovals } from '../gates/calls-gate.ts';
import type { Field, OpsForm } from './fields.ts';
import type { SeenModule, SeenRelease, SeenRollout } from './read.ts';
import type { Texts } from './texts.ts';

type Hidden = Readonly<Record<string, string>>;

const URGENT: Field = { kind: 'tick', name: 'urgent', label: 'urgent', hint: 'urgentHint' };

/** A select field of versions, after the option that selects none of them. */
const versionOf = (versions: readonly string[], none?: string): Field => ({
  kind: 'choice',
  name: 'version',
  label: 'version',
  options: [
    ...(none === undefined ? [] : [['', none] as const]),
    ...versions.map((version) => [version, version] as const),
  ],
});

/** All actions that are possible for a module now; impossible ones are not shown. */
export function formsOf(t: Texts, module: SeenModule, releases: readonly SeenRelease[]): readonly OpsForm[] {
  const { channel, rollouts, revision, kind } = module;
  // of what comes with the product everybody has one version, and no gate asks for anything
  const isWhole = kind !== 'module';
  const hidden = { revision: String(revision) };
  const accepted = releases.filter(({ state }) => state === 'accepted');
  const versions = accepted.map(({ version }) => version);
  const others = versions.filter((version) => version !== channel.current);
  const alive = rollouts.filter(({ state }) => state !== 'stopped');
  const startable = isWhole ? [] : others.filter((version) => !alive.some((rollout) => rollout.version === version));
  const promotable = isWhole ? others : channel.current === null ? versions : alive.map(({ version }) => version);
  const unproven = accepted.filter(({ goodAt }) => goodAt === null).map(({ version }) => version);
  const where = (isThere: boolean, ...forms: readonly OpsForm[]): readonly OpsForm[] => (isThere ? forms : []);
  return [
    ...where(startable.length > 0, startForm(t, hidden, startable)),
    ...alive.flatMap((rollout) => rolloutForms(t, rollout, hidden)),
    ...where(promotable.length > 0, {
      action: 'promote',
      title: t('promote'),
      hidden,
      fields: [versionOf(promotable), ...(isWhole ? [] : [URGENT])],
    }),
    ...where(others.length > 0, {
      action: 'rollback',
      title: t('rollback'),
      hidden,
      dangerous: true,
      fields: [versionOf(others, t('newestGood'))],
    }),
    ...switchForms(t, module, hidden),
    ...where(versions.length > 0, {
      action: 'withdraw',
      title: t('withdraw'),
      hidden,
      dangerous: true,
      fields: [versionOf(versions)],
    }),
    ...where(unproven.length > 0, { action: 'mark-good', title: t('markGood'), hidden, fields: [versionOf(unproven)] }),
    ...where(!isWhole, approveForm(t, module, releases)),
  ];
}

/** Holding a module, and turning it off or on. */
function switchForms(t: Texts, { channel }: SeenModule, hidden: Hidden): readonly OpsForm[] {
  return [
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
  ];
}

function startForm(t: Texts, hidden: Hidden, versions: readonly string[]): OpsForm {
  return {
    action: 'start',
    title: t('start'),
    hidden,
    fields: [
      versionOf(versions),
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
      URGENT,
    ],
  };
}

function rolloutForms(t: Texts, { id, version, share, state }: SeenRollout, of: Hidden): readonly OpsForm[] {
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

/**
 * The field is filled in with what the newest version requests and nobody has approved yet: an operator removes what is
 * not allowed.
 */
function approveForm(
  t: Texts,
  { approved, limits, mayRollBack, revision }: SeenModule,
  releases: readonly SeenRelease[],
): OpsForm {
  const [newest] = releases;
  const wishes = newest?.state === 'refused' ? requiredApprovals(newest.descriptor.manifest) : [];
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
