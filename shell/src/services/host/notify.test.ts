import { UNDO_TOAST_MS, TOAST_MS } from '@phr/ui/toaster';
import { createNotifications } from './notify.ts';

test('[NOTI-06] a notification holds code, message, detail and type', () => {
  const notifications = createNotifications(() => 1_000);
  notifications.showFromServer({
    type: 'warning',
    code: 'OUT_OF_SESSION',
    title: 'Ngoài phiên đo',
    description: 'Hãy bắt đầu phiên đo',
  });
  expect(notifications.all.get()).toEqual([
    {
      id: expect.any(Number),
      at: 1_000,
      isRead: false,
      type: 'warning',
      code: 'OUT_OF_SESSION',
      title: 'Ngoài phiên đo',
      description: 'Hãy bắt đầu phiên đo',
    },
  ]);
});

test.each(['success', 'info'] as const)('[NOTI-01] what ended with %s becomes a notification of that type', (type) => {
  const notifications = createNotifications();
  notifications.show({ type, title: 'x' });
  expect(notifications.all.get().map((one) => one.type)).toEqual([type]);
  expect(notifications.toaster.toasts().map((one) => one.type)).toEqual([type]);
});

test('what happens becomes a toast and stays in the list, newest first', () => {
  let now = 1_000;
  const notifications = createNotifications(() => now);
  notifications.show({ type: 'success', title: 'Đã lưu chỉ số sức khỏe' });
  now = 2_000;
  notifications.show({ type: 'error', title: 'Có lỗi xảy ra', description: 'Thử lại' });
  expect(notifications.all.get()).toMatchObject([
    { type: 'error', title: 'Có lỗi xảy ra', description: 'Thử lại', at: 2_000, isRead: false },
    { type: 'success', at: 1_000 },
  ]);
  expect(notifications.toaster.toasts()).toMatchObject([{ type: 'error' }, { type: 'success' }]);
});

test('[NOTI-03] [ERR-24] a toast lives for three seconds', () => {
  const notifications = createNotifications();
  notifications.show({ type: 'info', title: 'x' });
  expect(notifications.toaster.toasts()[0]?.durationMs).toBe(3_000);
  expect(TOAST_MS).toBe(3_000);
});

test('[ROUTE-80] a dismissed toast stays in the list; all can be marked as read', () => {
  const notifications = createNotifications();
  notifications.show({ type: 'info', title: 'x' });
  notifications.toaster.dismiss(notifications.all.get()[0]?.id ?? -1);
  expect(notifications.toaster.toasts()).toHaveLength(0);
  notifications.markAllRead();
  expect(notifications.all.get()).toMatchObject([{ title: 'x', isRead: true }]);
});

test('[NOTI-04] a message of the server lives for five seconds; a flood fills the list, not the screen', () => {
  const notifications = createNotifications();
  for (let count = 0; count < 1_000; count += 1) notifications.showFromServer({ type: 'info', title: `x${count}` });
  expect(notifications.toaster.toasts().map(({ durationMs }) => durationMs)).toEqual([5_000, 5_000, 5_000, 5_000]);
  expect(notifications.all.get()).toHaveLength(200);
  expect(notifications.all.get()[0]?.title).toBe('x999');
  expect(new Set(notifications.all.get().map(({ id }) => id)).size).toBe(200);
});

test('what is told at length elsewhere offers the way there, on screen for longer and in the list', () => {
  const opened: unknown[] = [];
  const notifications = createNotifications(() => 1_000, undefined, {
    label: () => 'Xem',
    open: (place) => opened.push(place),
  });
  const place = { screen: 'encounter-risk-assessment', params: { encounterId: 'e1' }, patientId: 'patient-mother' };
  notifications.show({ type: 'error', title: 'Rất nguy hiểm', place });
  const [toast] = notifications.toaster.toasts();
  expect(toast).toMatchObject({ durationMs: UNDO_TOAST_MS, action: { label: 'Xem' } });
  toast?.action?.onPress();
  expect(opened).toEqual([place]);
  expect(notifications.all.get()).toMatchObject([{ title: 'Rất nguy hiểm', place }]);
});
