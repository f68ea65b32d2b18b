import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { OFFERED_VERSIONS, OFFERS } from './offered.ts';

const TEST_HELPER = 'render-ui.tsx';
const require = createRequire(`${process.cwd()}/shell/package.json`);
const versionOf = (file: string): string => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;

test('[ARCH-02] every file of the shared components is offered, and no other', () => {
  const files = readdirSync('shared/ui/src')
    .filter((name) => /\.tsx$/.test(name) && !/\.test\.tsx$/.test(name) && name !== TEST_HELPER)
    .map((name) => `@phr/ui/${name.replace('.tsx', '')}`);
  expect(
    Object.keys(OFFERS)
      .filter((name) => name.startsWith('@phr/ui/'))
      .sort(),
  ).toEqual(files.sort());
});

test('[ARCH-02] all that modules built for version 1 of the shared components take is still there', () => {
  const released = JSON.parse(readFileSync('shared/ui/exports-1.json', 'utf8')) as Readonly<
    Record<string, readonly string[]>
  >;
  const gone = Object.entries(released).flatMap(([file, names]) => {
    const source = readFileSync(`shared/ui/src/${file}.tsx`, 'utf8');
    return names
      .filter(
        (name) =>
          !new RegExp(
            `^export (?:async )?(?:function|const|class) ${name}\\b|^export \\{[^}]*\\b${name}\\b[^}]*\\}|^ *\\w+ as ${name},`,
            'm',
          ).test(source),
      )
      .map((name) => `${file}: ${name}`);
  });
  expect(gone).toEqual([]);
});

test('[ARCH-02] the versions offered are those installed', () => {
  expect(OFFERED_VERSIONS.ui).toBe(versionOf('shared/ui/package.json'));
  for (const name of ['@tanstack/react-query', 'i18next', 'react-i18next'] as const)
    expect([name, OFFERED_VERSIONS[name]]).toEqual([name, versionOf(`shell/node_modules/${name}/package.json`)]);
  expect(OFFERS['react']?.version).toBe((require('react') as { version: string }).version);
});

test("[ARCH-02] React is the host's own copy and must be used by every module", () => {
  expect(OFFERS['react']?.load()).toHaveProperty('useState');
  expect(OFFERS['react-dom/client']?.load()).toHaveProperty('createRoot');
  for (const name of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'])
    expect(OFFERS[name]?.strict).toBe(true);
});
