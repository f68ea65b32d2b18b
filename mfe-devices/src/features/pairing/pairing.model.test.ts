import { MOST_TRIES, type Pairing, pairingAfter, type PairingEvent, READY } from './pairing.model.ts';

const BPM = { mac: 'AA', name: 'Beurer', type: 'BEURER_BPM' };
const BGM = { mac: 'BB', name: 'CareSens', type: 'CARESENS_BGM' };
const after = (...events: readonly PairingEvent[]): Pairing => events.reduce(pairingAfter, READY);
const SCAN: PairingEvent = { type: 'scan' };
const FOUND: PairingEvent = { type: 'found', meters: [BPM, BGM] };
const PAIR: PairingEvent = { type: 'pair', meter: BGM };
const reply = (kind: 'passkey' | 'success' | 'failed' | 'stop', value?: string): PairingEvent => ({
  type: 'reply',
  reply: kind,
  value,
});

test('[DEV-23] scanning, pairing, saving, done', () => {
  expect(
    [
      [SCAN],
      [SCAN, FOUND, PAIR],
      [SCAN, FOUND, PAIR, reply('success', 'BB')],
      [SCAN, FOUND, PAIR, reply('success', 'BB'), { type: 'saved' } as const],
    ].map((events) => after(...events).step),
  ).toEqual(['scanning', 'pairing', 'saving', 'done']);
});

test('[HUB-16] each reply changes the pairing: the passkey is shown, success saves, failed and stop end it', () => {
  const pairing = after(SCAN, FOUND, reply('stop', 'USER'), PAIR);
  expect(pairingAfter(pairing, reply('passkey', '482915'))).toMatchObject({ step: 'pairing', passkey: '482915' });
  expect(pairingAfter(pairing, reply('success', 'BB'))).toMatchObject({ step: 'saving' });
  expect(pairingAfter(pairing, reply('failed', 'TIMEOUT'))).toMatchObject({
    step: 'ready',
    problem: 'failed',
    code: 'TIMEOUT',
    meters: [BPM, BGM],
  });
  expect(pairingAfter(pairing, reply('stop', 'USER'))).toMatchObject({ step: 'ready', problem: 'stopped' });
  expect(after(SCAN, reply('stop', 'TIMEOUT'))).toMatchObject({ step: 'ready', problem: 'nothing-found' });
  expect(after(SCAN, reply('failed', 'BUSY'))).toMatchObject({ step: 'ready', problem: 'failed', code: 'BUSY' });
});

test('replies to other commands, or about another meter, do not end a pairing', () => {
  const pairing = after(SCAN, FOUND, PAIR);
  for (const other of [
    reply('stop', 'USER'),
    reply('success'),
    reply('success', 'AA'),
    reply('failed', 'NOT_SCANNING'),
  ])
    expect(pairingAfter(pairing, other).step).toBe('pairing');
});

test('[DEV-24] a meter that is bonded or in the record already is refused as such', () => {
  expect(after(SCAN, FOUND, PAIR, reply('failed', 'ALREADY_BONDED'))).toMatchObject({
    step: 'ready',
    problem: 'already-paired',
  });
  expect(after(SCAN, FOUND, { type: 'refused', problem: 'already-paired' })).toMatchObject({
    step: 'ready',
    problem: 'already-paired',
  });
});

test.each([
  ['scanning', [SCAN]],
  ['pairing', [SCAN, FOUND, PAIR]],
  ['saving', [SCAN, FOUND, PAIR, reply('success', 'BB')]],
])('[DEV-23] %s that was interrupted is tried again and goes on with that step', (step, events) => {
  const lost = after(...events, { type: 'lost' });
  expect(lost).toMatchObject({ step: 'interrupted', interrupted: step });
  const retrying = pairingAfter(lost, { type: 'retry' });
  expect(retrying).toMatchObject({ step: 'retrying', tries: 1 });
  expect(pairingAfter(retrying, { type: 'back' })).toMatchObject({ step, tries: 1 });
});

test('a search that goes on keeps what it found before, each meter once', () => {
  const resumed = after(
    SCAN,
    FOUND,
    { type: 'lost' },
    { type: 'retry' },
    { type: 'back' },
    { type: 'found', meters: [BGM] },
  );
  expect(resumed).toMatchObject({ step: 'scanning', meters: [BPM, BGM] });
});

test('[DEV-25] after the last try it is an error of the connection', () => {
  let state = after(SCAN, { type: 'lost' });
  for (let tries = 0; tries < MOST_TRIES; tries += 1)
    state = pairingAfter(pairingAfter(state, { type: 'retry' }), { type: 'lost' });
  expect(state.step).toBe('interrupted');
  expect(pairingAfter(state, { type: 'retry' })).toMatchObject({ step: 'ready', problem: 'failed' });
});

test('events that mean nothing in a step change nothing', () => {
  const done = after(SCAN, FOUND, PAIR, reply('success', 'BB'), { type: 'saved' });
  for (const event of [
    SCAN,
    FOUND,
    PAIR,
    reply('failed', 'X'),
    { type: 'lost' },
    { type: 'retry' },
    { type: 'back' },
    { type: 'refused', problem: 'stopped' },
  ] as const)
    expect(pairingAfter(done, event)).toBe(done);
  for (const event of [FOUND, reply('success', 'BB'), { type: 'saved' }, { type: 'lost' }, { type: 'back' }] as const)
    expect(pairingAfter(READY, event)).toBe(READY);
});
