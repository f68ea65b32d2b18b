import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { loadUiTexts, UiProvider, type UiTexts } from '@phr/ui/ui-text';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { DraftOffer } from './draft-offer.tsx';
import { HostContext } from './host.tsx';
import { useDraft } from './use-draft.tsx';

const KEY = 'note patient-main';
let texts: UiTexts;
let guard: { readonly isDirty: () => boolean; readonly onDiscard: () => void } | undefined;

function Form() {
  const draft = useDraft({
    form: 'note',
    initial: () => ({ text: '' }),
    parse: (value) =>
      typeof value === 'object' && value !== null && 'text' in value ? { text: String(value.text) } : undefined,
  });
  return (
    <>
      <DraftOffer draft={draft} />
      <input
        aria-label="note"
        value={draft.value.text}
        onChange={({ target }) => draft.change((before) => ({ ...before, text: target.value }))}
      />
      <button onClick={draft.done}>send</button>
    </>
  );
}

async function open(host: FakeHost = createFakeHost()) {
  const watched = {
    ...host,
    navigation: {
      ...host.navigation,
      guard: (isDirty: () => boolean, onDiscard: () => void = () => undefined) => {
        guard = { isDirty, onDiscard };
        return () => {
          guard = undefined;
        };
      },
    },
  };
  const { unmount } = render(
    <HostContext value={watched}>
      <UiProvider locale="vi-VN" texts={texts}>
        <Form />
      </UiProvider>
    </HostContext>,
  );
  await act(async () => undefined);
  return { host, unmount };
}
const type = (text: string) => fireEvent.change(screen.getByLabelText('note'), { target: { value: text } });

beforeAll(async () => {
  texts = await loadUiTexts('vi-VN');
});
afterEach(cleanup);

test('what is typed is kept with each key, without a wait that a page which goes does not have', async () => {
  const { host } = await open();
  type('a');
  expect(host.keptDrafts.get(KEY)?.value).toEqual({ text: 'a' });
  type('ab');
  expect(host.keptDrafts.get(KEY)?.value).toEqual({ text: 'ab' });
});

test('a form that is taken away keeps its draft, and the next one offers it', async () => {
  const { host, unmount } = await open();
  type('later');
  unmount();
  await open(host);
  expect(screen.getByText(/Tiếp tục bản nháp lúc/)).toBeInTheDocument();
  expect(screen.getByLabelText('note')).toHaveValue('');
  fireEvent.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  expect(screen.getByLabelText('note')).toHaveValue('later');
  expect(screen.queryByText(/Tiếp tục bản nháp/)).not.toBeInTheDocument();
});

test('a draft that is dropped, and one whose shape is no longer known, do not come back', async () => {
  const host = createFakeHost();
  host.keptDrafts.set(KEY, { value: { text: 'old' }, savedAt: '2026-11-25T01:10:00Z' });
  const first = await open(host);
  fireEvent.click(screen.getByRole('button', { name: 'Bỏ' }));
  expect(host.keptDrafts.has(KEY)).toBe(false);
  first.unmount();
  host.keptDrafts.set(KEY, { value: 42, savedAt: '2026-11-25T01:10:00Z' });
  await open(host);
  expect(screen.queryByText(/Tiếp tục bản nháp/)).not.toBeInTheDocument();
});

test('a sent form leaves no draft, even when a key was pressed just before', async () => {
  const { host, unmount } = await open();
  type('sent');
  fireEvent.click(screen.getByRole('button', { name: 'send' }));
  expect(guard?.isDirty()).toBe(false);
  unmount();
  expect(host.keptDrafts.has(KEY)).toBe(false);
});

test('leaving asks while something is typed; who discards it also loses the draft', async () => {
  const { host, unmount } = await open();
  expect(guard?.isDirty()).toBe(false);
  type('secret');
  expect(guard?.isDirty()).toBe(true);
  act(() => guard?.onDiscard());
  unmount();
  expect(host.keptDrafts.has(KEY)).toBe(false);
});

test('a draft belongs to the person whose form it was', async () => {
  const host = createFakeHost();
  const { unmount } = await open(host);
  type('of the main patient');
  act(() => host.view({ id: 'patient-mother', name: 'Mẹ', relationship: 'NMTH' }));
  unmount();
  expect([...host.keptDrafts.keys()]).toEqual([KEY]);
  await open(host);
  expect(screen.queryByText(/Tiếp tục bản nháp/)).not.toBeInTheDocument();
});
