/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { showFrame } from './frame.ts';
import { messageIn } from './frame-messages.ts';
import type { EmbedOptions } from './options.ts';

const { jest } = import.meta;
const ORIGIN = 'https://phr.test';

function shown(more: Partial<EmbedOptions> = {}) {
  const element = document.body.appendChild(document.createElement('div'));
  const view = showFrame(ORIGIN, {
    element,
    partner: 'clinic',
    module: 'mfe-vitals',
    view: 'blood-pressure',
    patient: { id: 'p1', name: 'AN' },
    handoffCode: async () => 'code-1',
    ...more,
  });
  const frame = element.querySelector('iframe');
  if (!frame?.contentWindow) throw new Error('no frame');
  const said = jest.spyOn(frame.contentWindow, 'postMessage').mockImplementation(() => undefined);
  const hear = async (data: unknown, origin = ORIGIN, source: unknown = frame.contentWindow) => {
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { element, view, frame, said, hear };
}

test('a code goes to the frame of the record when it asks, and to nobody else', async () => {
  const { frame, said, hear } = shown();
  expect(frame.src).toBe(`${ORIGIN}/embed/frame/clinic`);
  await hear({ phr: 'code-wanted' }, 'https://evil.test');
  await hear({ phr: 'code-wanted' }, ORIGIN, window);
  await hear({ phr: 'code-wanted', more: 'x'.repeat(70_000) });
  expect(said).not.toHaveBeenCalled();
  await hear({ phr: 'code-wanted' });
  expect(said.mock.calls).toEqual([[{ phr: 'code', code: 'code-1' }, ORIGIN]]);
});

test('the frame says its height and what happens in it; taken away it is heard no more', async () => {
  const onNavigate = jest.fn();
  const { element, view, frame, hear } = shown({ onNavigate });
  await hear({ phr: 'size', height: 420 });
  expect(frame.style.blockSize).toBe('420px');
  await hear({ phr: 'navigate', screen: 'encounter-details', params: { id: '7' } });
  expect(onNavigate).toHaveBeenCalledWith('encounter-details', { id: '7' });
  await view.unmount();
  await view.unmount();
  await hear({ phr: 'navigate', screen: 'x', params: {} });
  expect([element.childElementCount, onNavigate.mock.calls.length]).toEqual([0, 1]);
});

test('a frame works by codes alone', () => {
  expect(() => shown({ getAccessToken: async () => 'eyJ', handoffCode: undefined } as object)).toThrow('handoffCode');
});

test.each([[null], ['start'], [{}], [Object.create({ phr: 'start' })], [[]]])('%p is no message', (data) =>
  expect(messageIn(data)).toBeUndefined(),
);
