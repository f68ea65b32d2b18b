import type { ReleaseEntry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import type { Device } from '@phr/loader/resolve';
import { followPerson } from './follow-person.ts';
import { readOwnBuilds } from './own-builds.ts';

const manifest = {
  name: 'mfe-notes',
  title: { 'vi-VN': 'Ghi chú', 'en-US': 'Notes' },
  contract: '^1.0.0',
  access: 'signed-in',
  routes: [],
  slots: [],
  calls: [],
};
const release = {
  version: '1.0.0-dev.1',
  container: 'notes',
  entry: '/m/mfe-notes/1.0.0-dev.1/remoteEntry.js',
  integrity: `sha384-${'A'.repeat(64)}`,
  manifest,
};

test('own builds are asked for once for somebody of a team, and are gone with her', async () => {
  const person = { account: '', cohorts: [] as readonly string[] };
  const tokenVersion = createStore(0);
  const device = createStore<Omit<Device, 'bad'>>({ key: 'k', contract: '1.0.0', cohorts: [] });
  const answers: ((own: readonly ReleaseEntry[]) => void)[] = [];
  followPerson(device, {
    auth: { account: () => person.account, cohorts: () => person.cohorts, tokenVersion },
    log: { error: () => undefined },
    readOwn: () => new Promise((resolve) => answers.push(resolve)),
  });
  const become = (account: string, cohorts: readonly string[]) => {
    Object.assign(person, { account, cohorts });
    tokenVersion.set(tokenVersion.get() + 1);
  };
  const own = [release as unknown as ReleaseEntry];
  become('patient', ['staff']);
  expect(answers).toHaveLength(0);
  become('ann', ['team:notes']);
  become('ann', ['team:notes']);
  expect(answers).toHaveLength(1);
  answers[0]?.(own);
  await Promise.resolve();
  expect(device.get()).toMatchObject({ cohorts: ['team:notes'], own });
  become('bao', ['team:notes']);
  expect(device.get().own).toEqual([]);
  become('patient', []);
  answers[1]?.(own);
  await Promise.resolve();
  expect(device.get()).toMatchObject({ cohorts: [], own: [] });
});

test.each<[string, object]>([
  ['of another origin', { entry: 'https://evil.example/m/mfe-notes/1.0.0-dev.1/remoteEntry.js' }],
  ['of another module', { entry: '/m/mfe-vitals/1.0.0-dev.1/remoteEntry.js' }],
  ['without a hash', { integrity: '' }],
  ['that is none', { manifest: { ...manifest, routes: 7 } }],
])('a build %s is not taken', async (_what, change) => {
  const read = (build: object) =>
    readOwnBuilds(
      async () => 'token',
      async () => new Response(JSON.stringify({ builds: [{ endsAt: '', release: build }] })),
    );
  expect(await read(release)).toMatchObject([{ version: '1.0.0-dev.1', manifest: { title: { 'vi-VN': 'Ghi chú' } } }]);
  await expect(read({ ...release, ...change })).rejects.toThrow();
});
