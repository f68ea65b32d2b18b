import { screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

async function open(conclusion?: string): Promise<FakeHost> {
  const host = createFakeHost({
    path: '/image-viewer?diagnosticReportId=r1&name=X',
    respond: ({ path }) => (path.endsWith('/DiagnosticReport')
      ? searchset([{ resourceType: 'DiagnosticReport', id: 'r1', presentedForm: [{ contentType: 'image/png', url: 'p/1.png' }], ...(conclusion === undefined ? {} : { conclusion }) }])
      : { 'p/1.png': 'https://files.example/p/1.png' }),
  });
  await openPart(mountView, module, host);
  return host;
}
const info = async () => userEvent.click(await screen.findByRole('button', { name: /^(Thông tin|Thông tin ảnh)$/ }));

test('[IMG-26] info of a report without a conclusion says that it is not supported', async () => {
  const host = await open();
  await info();
  expect(host.seen.notices).toContainEqual(expect.objectContaining({ type: 'info', title: 'Chưa được hỗ trợ' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[IMG-25] info shows the conclusion of a report that has one', async () => {
  const host = await open('Phổi trong');
  await info();
  expect(await screen.findByRole('dialog')).toHaveTextContent('Phổi trong');
  expect(host.seen.notices.filter(({ title }) => title === 'Chưa được hỗ trợ')).toEqual([]);
});
