import { mountView } from '@phr/module-kit/mount';
import { createFailingHost } from '@phr/testing/failing-host';
import { openPart } from '@phr/testing/open-part';
import { screen, waitFor } from '@testing-library/dom';
import module from './module.ts';

const LISTS = ['/appointments', '/appointment-create'];

test.each(LISTS)(
  '[UI-17] %s: a list that fails says so in its place with another try, no toast, no overlay',
  async (path) => {
    const host = createFailingHost(path);
    await openPart(mountView, module, host);
    expect((await screen.findAllByRole('button', { name: /^Thử lại/ })).length).toBeGreaterThan(0);
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
    expect(host.seen.notices).toEqual([]);
  },
);
