import { AppError } from '@phr/contract/app-error';
import type { Notice } from '@phr/contract/host-api';
import { act, renderHook } from '@testing-library/react';
import { useSendingOf } from './use-sending-of.tsx';

const setup = () => {
  const shown: Notice[] = [];
  const { result } = renderHook(() =>
    useSendingOf({
      show: (notice) => void shown.push(notice),
      find: (key) => (key === 'error.default' ? 'Có lỗi' : undefined),
    }),
  );
  return { shown, result };
};

test('[UX-34] a second press while the first one is on its way does nothing', async () => {
  const { result } = setup();
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const task = () => {
    begun += 1;
    return gate.promise;
  };
  let sent: Promise<unknown> = Promise.resolve();
  act(() => {
    sent = Promise.all([result.current.send(task), result.current.send(task)]);
  });
  expect(result.current.isBusy).toBe(true);
  gate.resolve();
  await act(() => sent);
  expect(begun).toBe(1);
  expect(result.current.isBusy).toBe(false);
});

test('a refusal is told and kept until the next try; a fault of the program is heard as well', async () => {
  const { shown, result } = setup();
  await act(() =>
    result.current.send(async () => {
      throw new AppError({ code: 'FORM_INVALID', httpStatus: 400 });
    }),
  );
  expect(result.current.refused?.notice).toEqual({ type: 'error', title: 'Có lỗi' });
  expect(shown).toHaveLength(1);
  await act(() => result.current.send(async () => undefined));
  expect(result.current.refused).toBeUndefined();

  await act(() =>
    expect(
      result.current.send(async () => {
        throw new TypeError('x');
      }),
    ).rejects.toThrow('x'),
  );
  expect(result.current.refused?.notice.title).toBe('Có lỗi');
  expect(result.current.isBusy).toBe(false);
});
