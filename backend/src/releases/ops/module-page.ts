import { html, type Html } from '../../kit/html.ts';
import { timeOf } from '../../kit/pages/page-time.ts';
import { formOf, type Typed } from './fields.ts';
import { hrefTo, type OpsContext, opsPage } from './frame.ts';
import { rolloutText, row, stateOf, timesOf } from './list-page.ts';
import { formsOf } from './module-forms.ts';
import type { SeenEvent, SeenModule, SeenRelease } from './read.ts';
import { type Texts, textsOf } from './texts.ts';

export interface ModuleView {
  readonly module: SeenModule;
  readonly releases: readonly SeenRelease[];
  readonly history: readonly SeenEvent[];
  /** Why a form was rejected, in the service's words. */
  readonly refused?: { readonly typed: Typed; readonly code: string; readonly message: string };
  readonly done: boolean;
}

/** The page of one module: what is offered, its health, all possible actions, its versions and its history. */
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

/** Why a form was rejected, in the service's words. */
export function refusal(t: Texts, { code, message }: { readonly code: string; readonly message: string }): Html {
  return html`
    <div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
      <h2 id="summary-title">${t('notDone')}</h2>
      ${code === 'REVISION' ? html`<p>${t('changedMeanwhile')}</p>` : undefined}
      <p lang="en">${code}: ${message}</p>
    </div>`;
}

/** A table that may be wider than a phone screen: it is in a region of its own that scrolls, also by keyboard. */
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
