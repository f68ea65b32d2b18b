import { html, type Html } from '../../kit/html.ts';
import { hrefTo, type OpsContext, opsPage } from './frame.ts';
import type { SeenModule, SeenRollout } from './read.ts';
import { type Texts, textsOf } from './texts.ts';

/** All modules of an environment: the current version, any rollout in progress, and health. */
export function listPage(context: OpsContext, modules: readonly SeenModule[]): string {
  const t = textsOf(context.locale);
  return opsPage(
    context,
    t('modulesIn', { environment: context.environment }),
    html`
    ${modules.length === 0 ? html`<p>${t('noModules')}</p>` : undefined}
    <ul class="cards">${modules.map((module) => card(context, module))}</ul>`,
  );
}

function card(context: OpsContext, module: SeenModule): Html {
  const t = textsOf(context.locale);
  const { name, team, channel, rollouts, health } = module;
  const now = health.find(({ version }) => version === channel.current);
  const sums = (of: (version: (typeof health)[number]) => number) => health.reduce((sum, item) => sum + of(item), 0);
  return html`
      <li>
        <h2><a href="${hrefTo(context, `/ops/modules/${name}`)}">${name}</a></h2>
        ${stateOf(t, module)}
        <dl>
          ${row(t('team'), team)}
          ${row(t('current'), channel.current ?? t('none'))}
          ${row(t('rollouts'), rollouts.length === 0 ? t('none') : rollouts.map((rollout) => html`<p>${rolloutText(t, rollout)}</p>`))}
          ${row(t('devices'), health.length === 0 ? t('none') : health.map(({ version, devices }) => `${version}: ${devices}`).join(' · '))}
          ${row(t('loadTimes'), timesOf(t, now))}
          ${row(t('errors'), `${sums((of) => of.errors1h)} / ${sums((of) => of.errors24h)}`)}
          ${row(
            t('leaks'),
            sums((of) => of.leaks24h),
          )}
        </dl>
      </li>`;
}

/** A module that is turned off or held shows that first. */
export function stateOf(t: Texts, { channel: { killed, hold } }: Pick<SeenModule, 'channel'>): Html {
  const isHeld = hold !== null && new Date(hold.until) > new Date();
  return html`
        ${killed === null ? undefined : html`<p class="error">${t('isKilled')}: ${killed.reason}</p>`}
        ${isHeld ? html`<p class="note">${t('isHeld', { until: hold.until })}: ${hold.reason}</p>` : undefined}`;
}

/** One line about a rollout: version, share, state, evidence and what it is waiting for. */
export function rolloutText(
  t: Texts,
  { version, share, cohorts, state, evidence, ladder, waits }: SeenRollout,
): string {
  const parts = [
    version,
    `${share / 100} %`,
    ...cohorts,
    t(`rollout.${state}`),
    t('evidenceOf', { evidence: evidence.toFixed(2) }),
    ...(ladder?.auto === true && state === 'running' ? [t(`waits.${waits ?? 'nothing'}`)] : []),
  ];
  return parts.join(' · ');
}

/** Milliseconds of half, and of 95 of 100, of the loads. */
export function timesOf(t: Texts, health: { readonly p50?: number; readonly p95?: number } | undefined): string {
  const ms = (value: number | undefined): string =>
    value === undefined ? '–' : Number.isFinite(value) ? `≤ ${value} ms` : t('longer');
  return `${ms(health?.p50)} / ${ms(health?.p95)}`;
}

export const row = (term: string, text: string | number | readonly Html[]): Html =>
  html`<div><dt>${term}</dt><dd>${text}</dd></div>`;
