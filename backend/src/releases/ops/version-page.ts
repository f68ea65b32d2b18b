import { html, type Html } from '../../kit/html.ts';
import { timeOf } from '../../kit/pages/page-time.ts';
import { hrefTo, type OpsContext, opsPage } from './frame.ts';
import { row } from './list-page.ts';
import { table } from './module-page.ts';
import type { SeenRelease } from './read.ts';
import { type Texts, textsOf } from './texts.ts';
import { differencesOf } from './version-diff.ts';

/** The page of one version: the results of its gates, and its differences from another version. */
export function versionPage(
  context: OpsContext,
  module: string,
  release: SeenRelease,
  against: SeenRelease | undefined,
  all: readonly SeenRelease[],
): string {
  const t = textsOf(context.locale);
  const { version, state, goodAt, uploadedAt, uploadedBy, descriptor } = release;
  const others = all.filter((one) => one.version !== version);
  return opsPage(
    context,
    `${module} ${version}`,
    html`
    <p><a href="${hrefTo(context, `/ops/modules/${module}`)}">${module}</a></p>
    <dl>
      ${row(t('state'), t(`release.${state}`))}
      ${row(t('uploaded'), `${timeOf(uploadedAt)} ${uploadedBy}`)}
      ${row(t('goodSince'), goodAt === null ? t('none') : timeOf(goodAt))}
      ${row(t('commit'), descriptor.commit ?? t('none'))}
      ${row(t('files'), t('filesOf', { n: descriptor.files.length, kB: Math.ceil(descriptor.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000) }))}
    </dl>
    <h2>${t('gates')}</h2>
    ${gatesOf(t, release)}
    <h2>${against === undefined ? t('differences') : t('differencesTo', { version: against.version })}</h2>
    ${against === undefined ? html`<p>${t('nothingToCompare')}</p>` : differences(t, release, against)}
    ${others.length === 0 ? undefined : html`<p>${t('compareWith')}: ${others.map((one) => html`<a href="${hrefTo(context, context.path, { against: one.version })}">${one.version}</a> `)}</p>`}`,
  );
}

function gatesOf(t: Texts, { gates }: SeenRelease): Html {
  if (gates.length === 0) return html`<p>${t('noGates')}</p>`;
  const rows = gates.flatMap(({ id, ok, findings }) => {
    const said = `${ok ? '✓' : '✗'} ${id}`;
    return findings.length === 0
      ? [[said, '', t(ok ? 'passed' : 'refused'), '']]
      : findings.map(({ where, message, fix }) => [said, where, message, fix]);
  });
  return table(t('gates'), [t('gate'), t('place'), t('finding'), t('fix')], rows);
}

function differences(t: Texts, release: SeenRelease, against: SeenRelease): Html {
  const found = differencesOf(release.descriptor, against.descriptor);
  if (found.length === 0) return html`<p>${t('noDifference')}</p>`;
  return html`${found.map(
    ({ part, added, removed }) => html`
    <h3>${t(`part.${part}`)}</h3>
    <ul>${added.map((item) => html`<li><ins>+ ${item}</ins></li>`)}${removed.map((item) => html`<li><del>− ${item}</del></li>`)}</ul>`,
  )}`;
}
