import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import { gateLoad } from '../../../tools/load-gate/gate-of-build.ts';
import { jobOfBuild } from '../../../tools/load-gate/job-of-build.ts';
import { launchApart, checkInBrowser } from '../../../tools/load-gate/load-gate.ts';
import { inTurn, NIGHTLY } from '../../../tools/sample.ts';
import { ROOT } from '../../../tools/workspace.ts';
import { expect } from '../../support/proves.ts';

const modules = readdirSync(ROOT).filter((name) => existsSync(path.join(ROOT, name, 'module.json')));

for (const name of inTurn(modules, modules.length, ['tools/load-gate'])) {
  test(`the gate LOAD finds nothing in ${name}, mounted on fake answers under the real policy`, async () => {
    test.setTimeout(NIGHTLY ? 300_000 : 90_000);
    const looks = { mounts: NIGHTLY ? 20 : 1, whole: NIGHTLY, limitMs: NIGHTLY ? 280_000 : 80_000 };
    expect(await gateLoad(name, looks)).toEqual({ id: 'LOAD', ok: true, findings: [] });
  });
}

test('what a team sends does not look round in the network of the server, by WebRTC either', async () => {
  const heard: string[] = [];
  const tcp = createServer((socket) => {
    heard.push('a connection');
    socket.destroy();
  }).listen(0, '127.0.0.1');
  const udp = createSocket('udp4', () => heard.push('a datagram'));
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  const at = tcp.address();
  const browser = await launchApart();
  try {
    const page = await browser.newPage();
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<p>page' }));
    await page.goto('http://localhost:4990/');
    await page.evaluate(
      async ([stun, turn]) => {
        const servers = { iceServers: [{ urls: stun }, { urls: turn, username: 'a', credential: 'b' }] };
        const peer = new RTCPeerConnection(servers);
        peer.createDataChannel('out');
        const done = new Promise((resolve) => {
          peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve(undefined);
        });
        await peer.setLocalDescription(await peer.createOffer());
        await done;
      },
      [
        `stun:127.0.0.1:${udp.address().port}`,
        `turn:127.0.0.1:${typeof at === 'object' ? at?.port : at}?transport=tcp`,
      ] as const,
    );
    expect(heard).toEqual([]);
  } finally {
    await browser.close();
    tcp.close();
    udp.close();
  }
});

/** Appended to the entry of a good build: calls a third party, throws, and leaks elements at each navigation. */
const FAULTY = `;fetch('https://tracker.invalid/x').catch(() => {});
setTimeout(() => { throw new RangeError('boom'); }, 1_000);
{ const go = history.pushState; history.pushState = function (...to) {
  for (let at = 0; at < 30; at += 1) (window.kept ??= []).push(document.createElement('i'));
  return go.apply(this, to);
}; }`;

test('the gate LOAD tells of a build that leaks, calls others and fails by itself', async () => {
  test.skip(!NIGHTLY, 'twenty mounts take their time: at night');
  test.setTimeout(120_000);
  const job = await jobOfBuild(modules[0] ?? '');
  const releaseDir = await mkdtemp(path.join(tmpdir(), 'phr-faulty-'));
  try {
    await cp(job.releaseDir, releaseDir, { recursive: true });
    await appendFile(path.join(releaseDir, 'remoteEntry.js'), FAULTY);
    const entry = await readFile(path.join(releaseDir, 'remoteEntry.js'));
    const integrity = `sha384-${createHash('sha384').update(entry).digest('base64')}`;
    const told = (await checkInBrowser({ ...job, releaseDir, integrity, mounts: 20, whole: false })).map(
      ({ message }) => message,
    );
    for (const fault of [
      /^\d+ nodes stay/,
      /^Uncaught: RangeError: boom/,
      /policy of the page refused: .*tracker[.]invalid/,
    ])
      expect(told.filter((message) => fault.test(message)).length).toBeGreaterThan(0);
  } finally {
    await rm(releaseDir, { recursive: true });
  }
});
