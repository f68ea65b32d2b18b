import { AppError } from '@phr/contract/app-error';
import type { ServiceAnswer, ServiceRequest } from '@phr/contract/host-api';
import { createSessionClient } from './request.ts';

const answer: ServiceAnswer = { status: 200, body: {}, receivedAt: '2026-11-28T00:00:00Z' };
const get = (path: string): ServiceRequest => ({ service: 'fhir', method: 'GET', path });

function client(refusals: number) {
  const tokens: string[] = [];
  let left = refusals;
  const sent = createSessionClient(
    (getToken) => ({
      async send() {
        tokens.push(await getToken());
        if (left-- > 0) throw new AppError({ code: 'UNAUTHORIZED', httpStatus: 401 });
        return answer;
      },
    }),
    { accessToken: async () => 'first', afterRefusal: async (used) => `${used}-renewed` },
  );
  return { sent, tokens };
}

test('[AUTH-18] a call refused with 401 is sent once more with a renewed token', async () => {
  const { sent, tokens } = client(1);
  await expect(sent.send(get('/Patient/1'))).resolves.toMatchObject({ status: 200 });
  expect(tokens).toEqual(['first', 'first-renewed']);
});

test('[ERR-04] a second refusal is the answer', async () => {
  const { sent, tokens } = client(5);
  await expect(sent.send(get('/Patient/1'))).rejects.toMatchObject({ httpStatus: 401 });
  expect(tokens).toHaveLength(2);
});
