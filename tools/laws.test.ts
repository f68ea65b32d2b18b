import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './workspace.ts';

const FEATURE = 'mfe-vitals/src/features/x';

/** For each rule, a file that breaks it and the file that it must not import. */
const BREACHES: readonly (readonly [law: string, from: string, to: string])[] = [
  ['no circle', 'shared/time/src/a.ts', 'shared/time/src/b.ts'],
  ['shell/src: services is below core, features, layout, app', 'shell/src/services/a.ts', 'shell/src/core/b.ts'],
  ['shell/src: core is below features, layout, app', 'shell/src/core/a.ts', 'shell/src/features/x/b.ts'],
  ['shell/src: features is below layout, app', 'shell/src/features/a.ts', 'shell/src/layout/b.ts'],
  ['shell/src: layout is below app', 'shell/src/layout/a.ts', 'shell/src/app/b.ts'],
  ['backend/src: kit is below fhir, access, storage, releases, records, identity, gateway, demo, app', 'kit', 'fhir'],
  ['backend/src: fhir is below access, storage, releases, records, identity, gateway, demo, app', 'fhir', 'records'],
  ['backend/src: access is below storage, releases, records, identity, gateway, demo, app', 'access', 'identity'],
  ['backend/src: storage is below releases, records, identity, gateway, demo, app', 'storage', 'records'],
  ['backend/src: releases is below records, identity, gateway, demo, app', 'releases', 'gateway'],
  ['backend/src: records is below identity, gateway, demo, app', 'records', 'gateway'],
  ['backend/src: identity is below gateway, demo, app', 'identity', 'gateway'],
  ['backend/src: gateway is below demo, app', 'gateway', 'app'],
  ['backend/src: demo is below app', 'demo', 'app'],
  ['the demo is loaded where it runs, by the app alone', 'gateway', 'demo'],
  ['modules never import each other', 'mfe-vitals/src/a.ts', 'mfe-records/src/b.ts'],
  ['shared code knows no module, no shell and no server', 'shared/ui/src/a.ts', 'mfe-records/src/b.ts'],
  ['nothing imports tools', 'backend/src/app/a.ts', 'tools/b.ts'],
  ['shared/contract imports nothing of ours', 'shared/contract/src/a.ts', 'shared/http/src/b.ts'],
  ['shared/time imports nothing of ours', 'shared/time/src/a.ts', 'shared/contract/src/b.ts'],
  ['shared/i18n imports nothing of ours but shared/contract', 'shared/i18n/src/a.ts', 'shared/fhir/src/b.ts'],
  [
    'shared/clinical imports nothing of ours but shared/contract, shared/i18n, shared/time',
    'shared/clinical/src/a.ts',
    'shared/fhir/src/b.ts',
  ],
  ['bands and ranges stay with the judge', 'mfe-vitals/src/a.ts', 'shared/clinical/src/assess/tables.ts'],
  ['the OpenID client lives in shell/src/services/auth', 'shell/src/app/a.ts', 'node_modules/oidc-client-ts/b.ts'],
  ['the database driver lives in the kit and the records', 'backend/src/gateway/a.ts', 'node_modules/pg/b.ts'],
  ['the component kit lives in shared/ui', 'mfe-vitals/src/a.ts', 'node_modules/@mantine/core/b.ts'],
  ['of a feature, entity knows no api, use-, words, view', `${FEATURE}/a.entity.ts`, `${FEATURE}/a.api.ts`],
  ['of a feature, api knows no model, use-, words, view', `${FEATURE}/b.api.ts`, `${FEATURE}/b.model.ts`],
  ['of a feature, model knows no use-, view', `${FEATURE}/c.model.ts`, `${FEATURE}/c.view.tsx`],
  ['of a feature, words knows no use-, view', `${FEATURE}/d.words.ts`, `${FEATURE}/use-d.ts`],
  ['of a feature, port knows no use-, view', `${FEATURE}/e.port.ts`, `${FEATURE}/e.view.tsx`],
  ['a file of a feature says its role', 'mfe-vitals/src/a.ts', `${FEATURE}/plain.ts`],
];

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly rule: { readonly name: string } }[];
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] };
  };
}

test('each law about imports is broken by a file, and there is no law without one', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'laws-'));
  try {
    const write = (file: string, text: string): void => {
      mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
      writeFileSync(path.join(dir, file), text);
    };
    const fileOf = (place: string, at: number): string =>
      place.includes('/')
        ? place.replace(/([\w-]+)(\.(?:entity|api|model|words|port|view)?\.?tsx?)$/, `$1${at}$2`)
        : `backend/src/${place}/f${at}.ts`;
    for (const [at, [law, from, to]] of BREACHES.entries()) {
      const [importer, imported] = [fileOf(from, at * 2), fileOf(to, at * 2 + 1)];
      const address = path.relative(path.dirname(importer), imported);
      write(importer, `import './${address}';\nexport const here = 1;\n`.replace('./../', '../'));
      const back = path.relative(path.dirname(imported), importer);
      write(imported, law === 'no circle' ? `import './${back}';\n` : 'export const there = 1;\n');
    }
    write('tsconfig.json', '{}');
    write('.dependency-cruiser.mjs', readFileSync(path.join(ROOT, '.dependency-cruiser.mjs'), 'utf8'));
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
        ...['--config', '.dependency-cruiser.mjs', '--no-cache', '--output-type', 'json', '.'],
      ],
      { cwd: dir, encoding: 'utf8' },
    );
    if (stdout === '') throw new Error(stderr);
    const { violations, ruleSetUsed } = (JSON.parse(stdout) as Report).summary;
    expect([...new Set(violations.map(({ rule }) => rule.name))].toSorted()).toEqual(
      ruleSetUsed.forbidden.map(({ name }) => name).toSorted(),
    );
    expect(BREACHES.map(([law]) => law).toSorted()).toEqual(ruleSetUsed.forbidden.map(({ name }) => name).toSorted());
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
