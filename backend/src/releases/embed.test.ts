import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '../kit/logger.ts';
import { createLiveEmbed, type EmbedVersions } from './embed.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'phr-embed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const listOf = (current: string): EmbedVersions => ({ schema: 1, current, versions: { [current]: {} } });

/** The embed of a process; `state` is what it finds out there, and undefined rows cannot be read. */
function open(state: { serial: number | undefined; rows: EmbedVersions | undefined; asked: number }) {
  const registry = { offered: () => Promise.reject(new Error('no modules')), serial: () => state.serial };
  const ask = async () => {
    state.asked += 1;
    if (state.rows === undefined) throw new Error('away');
    return state.rows;
  };
  return createLiveEmbed(registry, ask, path.join(folder, 'embed.json'), createLogger('silent'));
}

test('[ARCH-08] the list is asked for again when something has changed', async () => {
  const state = { serial: 1, rows: listOf('2.0.0'), asked: 0 };
  const embed = open(state);
  await embed.offered();
  state.rows = listOf('2.1.0');
  expect([await embed.offered(), state.asked]).toEqual([listOf('2.0.0'), 1]);
  state.serial = 2;
  expect([await embed.offered(), state.asked]).toEqual([listOf('2.1.0'), 2]);
});

test('[ARCH-08] while it cannot be asked the last list stays, also that of an earlier process', async () => {
  const away = { serial: undefined, rows: undefined, asked: 0 };
  await expect(open(away).offered()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const state: Parameters<typeof open>[0] = { serial: 1, rows: listOf('2.0.0'), asked: 0 };
  const embed = open(state);
  await embed.offered();
  Object.assign(state, { serial: 2, rows: undefined });
  expect(await embed.offered()).toEqual(listOf('2.0.0'));
  expect(await open(away).offered()).toEqual(listOf('2.0.0'));
  // and is asked for again
  state.rows = listOf('2.1.0');
  expect(await embed.offered()).toEqual(listOf('2.1.0'));
});
