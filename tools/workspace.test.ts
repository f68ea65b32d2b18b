import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MODULES, ROOT } from './workspace.ts';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const PACKAGES = [
  'shell',
  ...MODULES,
  'backend',
  'e2e',
  ...readdirSync(path.join(ROOT, 'shared')).map((name) => `shared/${name}`),
];

test('[ARCH-01] the top level holds the rooms of the house', () => {
  for (const name of ['package.json', 'pnpm-workspace.yaml', 'shell', ...MODULES, 'shared', 'e2e'])
    expect(existsSync(path.join(ROOT, name))).toBe(true);
});

test('[ARCH-07] the workspace uses the wanted packages', () => {
  const used = new Set(
    ['package.json', ...PACKAGES.map((dir) => `${dir}/package.json`)].flatMap((file) => {
      const info = JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>;
      return [...Object.keys(info['dependencies'] ?? {}), ...Object.keys(info['devDependencies'] ?? {})];
    }),
  );
  const wanted = [
    'webpack',
    '@module-federation/enhanced',
    'react',
    'react-router',
    'single-spa-react',
    '@tanstack/react-query',
    'oidc-client-ts',
    'socket.io-client',
    '@cornerstonejs/core',
    'pdfjs-dist',
    'echarts',
    'i18next',
    'jest',
    '@playwright/test',
  ];
  expect(wanted.filter((name) => !used.has(name))).toEqual([]);
});

test('[ARCH-06] each module has its own version and manifest, and imports no other module', () => {
  for (const module of MODULES) {
    const info = JSON.parse(read(`${module}/package.json`)) as {
      version: string;
      dependencies: Record<string, string>;
    };
    expect(info.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect((JSON.parse(read(`${module}/module.json`)) as { name: string }).name).toBe(module);
    expect(
      Object.keys(info.dependencies).filter((name) => name.startsWith('@phr/mfe-') || name === '@phr/shell'),
    ).toEqual([]);
    for (const file of readdirSync(path.join(ROOT, module, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file)) continue;
      const imports = [...read(`${module}/src/${file}`).matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '');
      expect(imports.filter((name) => /@phr\/(?:mfe-|shell)/.test(name) || /mfe-(?!.*\.json)/.test(name))).toEqual([]);
    }
  }
});

test('the demo account that the start command prints is the one that the documents name', () => {
  expect(read('README.md')).toContain('0901234567');
  expect(read('tools/start.ts')).toContain('phr-demo-2026');
});
