import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { defineModule } from '@phr/module-kit/define-module';
import { mountView } from '@phr/module-kit/mount';
import { createFakeHost, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../../../module.json' with { type: 'json' };
import { ReadingDialog, type ReadPicture } from './reading-dialog.view.tsx';

const PICTURE: ReadPicture = {
  address: 'https://files.example/patient-main/reports/1.dcm?sig=x',
  rows: 2000,
  columns: 2000,
  modality: 'DX',
};
const DONE = {
  reportId: 'read-1',
  codeText: 'AI đọc X-quang ngực',
  status: 'done',
  kind: 'ai',
  images: [{ contentType: 'image/png', url: 'https://files.example/p.png' }],
};

async function open(
  picture: Partial<ReadPicture>,
  respond: Responder = () => DONE,
): Promise<FakeHost & { readonly closed: () => boolean }> {
  let isClosed = false;
  const host = createFakeHost({ respond });
  await openPart(
    mountView,
    defineModule({
      manifest,
      version: '1.0.0',
      texts: {
        'vi-VN': () => import('../../locales/vi-VN.json', { with: { type: 'json' } }),
        'en-US': () => import('../../locales/en-US.json', { with: { type: 'json' } }),
      },
      views: {
        app: async () => () => (
          <ReadingDialog
            reportId="report-1"
            picture={{ ...PICTURE, ...picture }}
            onClose={() => {
              isClosed = true;
            }}
          />
        ),
      },
    }),
    host,
  );
  return Object.assign(host, { closed: () => isClosed });
}
const confirm = async () => userEvent.click(await screen.findByRole('button', { name: 'Xác nhận' }));
const sent = (host: FakeHost) => host.seen.requests.map(({ path, body }) => ({ path, body }));

test('[IMG-06, CALL-22] asks for the type, chest for an X-ray, then shows the pictures of the reading', async () => {
  const host = await open({});
  await proves('IMG-05', async () =>
    expect(await screen.findByRole('dialog', { name: 'Chọn loại đánh giá nguy cơ' })).toHaveTextContent(
      /X-quang ngực.*X-quang tuyến vú.*không thay thế chẩn đoán của bác sĩ/s,
    ),
  );
  expect(screen.getByRole('radio', { name: 'X-quang ngực' })).toBeChecked();
  await proves('IMG-11', async () => {
    await confirm();
    await waitFor(() =>
      expect(host.navigation.location.get()).toMatchObject({ pathname: '/image-viewer', action: 'REPLACE' }),
    );
    expect(Object.fromEntries(new URLSearchParams(host.navigation.location.get().search))).toEqual({
      diagnosticReportId: 'read-1',
      name: 'AI đọc X-quang ngực',
    });
  });
  expect(sent(host)).toEqual([
    {
      path: '/api/phr/lunit-ai/cxr',
      body: { diagnosticId: 'report-1', dcmUrl: PICTURE.address, app: 'cxr', viewName: '' },
    },
  ]);
});

test('a reading without pictures opens its report', async () => {
  const host = await open({}, () => ({ ...DONE, images: [] }));
  await confirm();
  await waitFor(() =>
    expect(host.navigation.location.get()).toMatchObject({ pathname: '/report-details', action: 'REPLACE' }),
  );
});

test('[IMG-08][IMG-09] a breast image without a view asks for side and projection, left CC to begin with', async () => {
  const host = await open({ modality: 'MG' });
  expect(await screen.findByRole('radio', { name: 'X-quang tuyến vú' })).toBeChecked();
  await confirm();
  expect(await screen.findByRole('dialog', { name: 'Chọn hướng chụp' })).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Bên trái' })).toBeChecked();
  expect(screen.getByRole('radio', { name: /^CC/ })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: /^MLO/ }));
  await confirm();
  await waitFor(() =>
    expect(sent(host)).toEqual([
      { path: '/api/phr/lunit-ai/mmg', body: expect.objectContaining({ app: 'mmg', viewName: 'LMLO' }) },
    ]),
  );
});

test('[IMG-08] a view in the picture is used without asking', async () => {
  const host = await open({ modality: 'MG', view: 'R CC' });
  await confirm();
  await waitFor(() =>
    expect(sent(host)).toEqual([expect.objectContaining({ body: expect.objectContaining({ viewName: 'RCC' }) })]),
  );
  expect(screen.queryByRole('dialog', { name: 'Chọn hướng chụp' })).toBeNull();
});

test('[IMG-10] a picture that is too small is not sent', async () => {
  const host = await open({ rows: 1439 });
  await confirm();
  expect(await screen.findByRole('alert')).toHaveTextContent('Ảnh tải lên quá nhỏ');
  expect(host.seen.requests).toEqual([]);
});

test('[IMG-07][IMG-12] without a classification a type must be chosen before confirming', async () => {
  await open({}, () => {
    throw new AppError({ code: 'NO_CLASSIFICATION', httpStatus: 422 });
  });
  await confirm();
  expect(await screen.findByRole('alert')).toHaveTextContent('Không tìm thấy phân loại cho chẩn đoán. Vui lòng chọn.');
  expect(screen.getByRole('radio', { name: 'X-quang ngực' })).not.toBeChecked();
  expect(screen.getByRole('button', { name: 'Xác nhận' })).toBeDisabled();
  await userEvent.click(screen.getByRole('radio', { name: 'X-quang tuyến vú' }));
  expect(screen.getByRole('button', { name: 'Xác nhận' })).toBeEnabled();
});

test('[NOTI-12] while the vendor still works the person is told, and asking again is the same request', async () => {
  const host = await open({}, () => ({ ...DONE, status: 'in-progress', images: [] }));
  await confirm();
  await waitFor(() => expect(host.closed()).toBe(true));
  expect(host.seen.notices).toEqual([expect.objectContaining({ type: 'success', title: 'Đang đánh giá nguy cơ' })]);
  await confirm();
  await waitFor(() => expect(host.seen.requests).toHaveLength(2));
  expect(host.seen.requests[0]?.idempotencyKey).toBe(host.seen.requests[1]?.idempotencyKey);
});

test('any other refusal is told in words, and the choice stays', async () => {
  await open({ modality: 'MG', view: 'L CC' }, () => {
    throw new AppError({ code: 'UNAVAILABLE', httpStatus: 503 });
  });
  await confirm();
  expect(await screen.findByRole('alert')).toHaveTextContent('Dịch vụ tạm thời chưa dùng được');
  expect(screen.getByRole('radio', { name: 'X-quang tuyến vú' })).toBeChecked();
});
