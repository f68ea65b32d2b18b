/** @jest-environment node */
import type { ServiceRequest } from '@phr/contract/host-api';
import { fetchQrCode } from './qr.api.ts';

const answering = (body: unknown) => {
  const sent: ServiceRequest[] = [];
  return {
    sent,
    client: {
      send: async (request: ServiceRequest) => {
        sent.push(request);
        return { status: 200, body, receivedAt: '' };
      },
    },
  };
};
const { signal } = new AbortController();

test('[CALL-13] the code of a patient is asked for by the id, with what to show and until when', async () => {
  const { client, sent } = answering({
    pid: 'CHAU85P01',
    content: 'https://phr.example/api/ano/phr/qr?t=a.b',
    image: 'data:image/png;base64,AAAA',
    expiresAt: '2026-11-28T10:05:00.000Z',
  });
  expect(await fetchQrCode(client, 'p/1', signal)).toEqual({
    pid: 'CHAU85P01',
    content: 'https://phr.example/api/ano/phr/qr?t=a.b',
    image: 'data:image/png;base64,AAAA',
    expiresAt: Date.parse('2026-11-28T10:05:00Z'),
  });
  expect(sent).toMatchObject([{ service: 'phr', method: 'GET', path: '/api/phr/qr/generator/pid/p%2F1' }]);
});

test('a picture of another kind is not shown, and an answer without a code is an error', async () => {
  expect(await fetchQrCode(answering({ content: 'X', image: 'https://evil.test/x.png' }).client, 'p1', signal)).toEqual(
    { pid: 'X', content: 'X' },
  );
  await expect(fetchQrCode(answering({ pid: 'X' }).client, 'p1', signal)).rejects.toMatchObject({ code: 'QR_ANSWER' });
});
