import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COLORS } from '@phr/ui/tokens';
import { createRouteTable } from '../../core/routes.ts';
import { appManifest } from './manifest.ts';
import { offerOf, TODAY } from '../../testing/offer-of.ts';

const ICONS = path.join(process.cwd(), 'shell/src/services/pwa/icons');
const VI = appManifest('vi-VN', (icon) => icon);
const EN = appManifest('en-US', (icon) => icon);

test('both languages are the same app, and neither lacks a word', () => {
  for (const key of ['id', 'start_url', 'scope', 'display', 'icons', 'background_color', 'theme_color'] as const)
    expect(EN[key]).toEqual(VI[key]);
  for (const manifest of [VI, EN]) {
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' });
    expect(manifest.short_name.length).toBeLessThanOrEqual(13);
    for (const text of [
      manifest.name,
      manifest.short_name,
      manifest.description,
      ...manifest.shortcuts.map(({ name }) => name),
    ])
      expect(text.trim()).not.toBe('');
  }
  expect([VI.lang, EN.lang]).toEqual(['vi', 'en']);
});

test('its colours are the tokens of the light theme', () => {
  expect([VI.background_color, VI.theme_color]).toEqual([COLORS.bg.light, COLORS.surface.light]);
});

test('icons match the manifest: PNG of 192 and 512 pixels, plain and maskable', () => {
  expect(VI.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).sort()).toEqual([
    '192x192 any',
    '192x192 maskable',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of VI.icons) {
    const bytes = readFileSync(path.join(ICONS, src));
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});

test('shortcuts lead to screens that are built', () => {
  const table = createRouteTable(offerOf(TODAY));
  for (const { url } of VI.shortcuts) {
    const found = table.find(url);
    expect([url, found?.route.set, found?.route.planned === true]).toEqual([url, 'in', false]);
  }
});
