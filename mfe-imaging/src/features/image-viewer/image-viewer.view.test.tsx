import { screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

async function open(conclusion?: string): Promise<FakeHost> {
  const host = createFakeHost({
    path: '/image-viewer?diagnosticReportId=r1&name=X',
    respond: ({ path }) =>
      path.endsWith('/DiagnosticReport')
        ? searchset([
            {
              resourceType: 'DiagnosticReport',
              id: 'r1',
              presentedForm: [{ contentType: 'image/png', url: 'p/1.png' }],
              ...(conclusion === undefined ? {} : { conclusion }),
            },
          ])
        : { 'p/1.png': 'https://files.example/p/1.png' },
  });
  await openPart(mountView, module, host);
  return host;
}
const info = async () => userEvent.click(await screen.findByRole('button', { name: /^(Thông tin|Thông tin ảnh)$/ }));

test('[IMG-26] info of a report without a conclusion says that it is not supported', async () => {
  const host = await open();
  await info();
  await proves('ERR-15', () =>
    expect(host.seen.notices).toContainEqual(expect.objectContaining({ type: 'info', title: 'Chưa được hỗ trợ' })),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[IMG-25] info shows the conclusion of a report that has one', async () => {
  const host = await open('Phổi trong');
  await info();
  expect(await screen.findByRole('dialog')).toHaveTextContent('Phổi trong');
  expect(host.seen.notices.filter(({ title }) => title === 'Chưa được hỗ trợ')).toEqual([]);
});

async function openFailing(respond: Responder): Promise<FakeHost> {
  const host = createFakeHost({ path: '/image-viewer?qr=one-time&id=r1', respond });
  await openPart(mountView, module, host);
  expect(await screen.findByRole('alert')).toHaveTextContent('Có lỗi khi tải dữ liệu. Vui lòng thử lại.');
  return host;
}
const refuse = (fields: ConstructorParameters<typeof AppError>[0]) =>
  openFailing(() => {
    throw new AppError(fields);
  });

test('[IMG-31] a list that cannot be fetched is told with the words of the server, and asked for again', async () => {
  const host = await refuse({ httpStatus: 503, detail: { message: 'Kho ảnh đang bảo trì' } });
  expect(screen.getByText('Máy chủ báo: Kho ảnh đang bảo trì')).toBeInTheDocument();
  expect(host.seen.notices).toContainEqual(
    expect.objectContaining({ type: 'error', title: 'Có lỗi khi tải dữ liệu. Vui lòng thử lại.' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  await screen.findByRole('alert');
  expect(host.seen.requests).toHaveLength(2);
});

test('[IMG-31][IMG-33] the error that a facility answers instead of a list is its own words', async () => {
  await openFailing(() => ({ error: 'Chưa có ảnh' }));
  expect(screen.getByText('Máy chủ báo: Chưa có ảnh')).toBeInTheDocument();
});

test.each([
  [{ code: 'NETWORK', message: 'Service unreachable', httpStatus: 0 }, 'Hãy kiểm tra mạng rồi thử lại'],
  [{ httpStatus: 500 }, 'Hệ thống đang bận'],
])('where no server spoke, nothing is said in its name: %j', async (fields, words) => {
  await refuse(fields);
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  expect(screen.queryByText(/Máy chủ báo/)).toBeNull();
});
