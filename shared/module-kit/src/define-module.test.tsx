import type { Locale } from '@phr/contract/host-api';
import { waitFor, within } from '@testing-library/dom';
import type { MountProps } from '@phr/contract/phr-module';
import { createFakeHost, FAKE_MOTHER } from '@phr/testing/fake-host';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { defineModule } from './define-module.tsx';
import { useHost, usePatient } from './host.tsx';
import { lazyView } from './lazy-view.tsx';
import type { PartProps } from './part.tsx';

const TEXTS = {
  'vi-VN': async () => ({ default: { hello: 'Xin chào {name}' } }),
  'en-US': async () => ({ default: { hello: 'Hello {name}' } }),
};
let broken: false | string = false;
let isReachable = true;
const Late = lazyView<PartProps>(async () => {
  if (!isReachable) throw new Error('no network');
  return () => <p>từ tệp khác</p>;
});

function View() {
  const { t } = useTranslation();
  const { viewed, epoch } = usePatient();
  const host = useHost();
  const { data } = useQuery({
    queryKey: ['name', viewed?.id],
    queryFn: async () =>
      (await host.request.send({ service: 'fhir', method: 'GET', path: `/Patient/${viewed?.id}` })).body as string,
  });
  if (broken !== false) throw new Error(broken);
  return (
    <p data-epoch={epoch}>
      {t('hello', { name: viewed?.name ?? '' })} {data ?? 'đang tải'}
    </p>
  );
}

const module = defineModule({
  manifest: { name: 'mfe-test', contract: '^1.0.0' },
  version: '1.2.3',
  texts: TEXTS,
  views: { app: async () => View },
});

async function mounted(
  host = createFakeHost({ respond: ({ path }) => `dữ liệu ${path}` }),
  shown = module,
  more: Partial<MountProps> = {},
) {
  const instance = await shown.create(host);
  const lifecycles = instance.views['app'];
  if (!lifecycles) throw new Error('no view');
  const domElement = document.createElement('div');
  document.body.append(domElement);
  const props: MountProps = {
    name: 'test',
    domElement,
    overlayRoot: domElement,
    styleRoot: document,
    basePath: '',
    headingLevel: 1,
    input: undefined,
    ...more,
  };
  await lifecycles.bootstrap(props);
  await lifecycles.mount(props);
  return { host, instance, lifecycles, props, domElement, screen: within(domElement) };
}

// mount resolves after React has rendered, which act would block until mount resolves
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
beforeEach(() => {
  broken = false;
});

test('a module says its name, version and contract, and shows its view through the lifecycles', async () => {
  expect(module).toMatchObject({ name: 'mfe-test', version: '1.2.3', contract: '^1.0.0' });
  const { screen, lifecycles, props, domElement } = await mounted();
  await waitFor(() =>
    expect(screen.getByText(/Xin chào TRẦN MINH CHÂU dữ liệu \/Patient\/patient-main/)).toBeInTheDocument(),
  );
  await lifecycles.unmount(props);
  expect(domElement).toBeEmptyDOMElement();
});

test('[I18N-03] a change of language shows at once, without a new mount', async () => {
  const { host, screen } = await mounted();
  await screen.findByText(/Xin chào/);
  host.settings.set({ ...host.settings.get(), locale: 'en-US' });
  await waitFor(() => expect(screen.getByText(/Hello TRẦN MINH CHÂU/)).toBeInTheDocument());
});

test('a language that the module was built without, of a host of a later release, is Vietnamese', async () => {
  const { host, screen } = await mounted();
  host.settings.set({ ...host.settings.get(), locale: 'en-US' });
  await screen.findByText(/Hello/);
  host.settings.set({ ...host.settings.get(), locale: 'fr-FR' as Locale });
  await screen.findByText(/Xin chào/);
  expect(host.seen.errors).toEqual([]);
});

test('texts of another language that do not come are a fault that is told: the module goes on in its own', async () => {
  const lost = new Error('no network');
  const other = defineModule({
    manifest: { name: 'mfe-test', contract: '^1.0.0' },
    version: '1.2.3',
    texts: { ...TEXTS, 'en-US': () => Promise.reject(lost) },
    views: { app: async () => View },
  });
  const { host, screen } = await mounted(createFakeHost({ respond: () => 'dữ liệu' }), other);
  await screen.findByText(/Xin chào/);
  host.settings.set({ ...host.settings.get(), locale: 'en-US' });
  await waitFor(() => expect(host.seen.errors).toEqual([lost]));
  expect(screen.getByText(/Xin chào/)).toBeInTheDocument();
});

test("[FAM-03] another person's record starts empty: nothing of the former one is shown", async () => {
  let answer: (value: string) => void = () => undefined;
  const host = createFakeHost({
    respond: ({ path }) =>
      path.endsWith('patient-main')
        ? 'của Châu'
        : new Promise((resolve) => {
            answer = resolve;
          }),
  });
  const { screen } = await mounted(host);
  await screen.findByText(/của Châu/);
  host.view(FAKE_MOTHER);
  await screen.findByText(/NGUYỄN THỊ ÁNH đang tải/);
  expect(screen.queryByText(/của Châu/)).toBeNull();
  answer('của Ánh');
  await screen.findByText(/của Ánh/);
});

test('a fault of one place is none of the next', async () => {
  broken = 'boom';
  const { host, screen } = await mounted();
  await screen.findByRole('button', { name: 'Thử lại' });
  broken = false;
  host.navigation.push('/elsewhere');
  await screen.findByText(/Xin chào/);
});

test('a view whose file fails to load says so in its place, and loads on retry or when back online', async () => {
  isReachable = false;
  const late = defineModule({
    manifest: { name: 'mfe-late', contract: '^1.0.0' },
    version: '1.0.0',
    texts: TEXTS,
    views: { app: async () => Late },
  });
  const { screen, host } = await mounted(undefined, late);
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  expect(screen.getByText('Không tải được phần này')).toBeInTheDocument();
  expect(host.seen.errors).toHaveLength(0);
  retry.click();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Thử lại' })).toBeNull());
  isReachable = true;
  window.dispatchEvent(new Event('online'));
  await screen.findByText('từ tệp khác');
});

test('[ARCH-08] a view that throws shows the translated card, and works again after "try again"', async () => {
  broken = 'boom';
  const host = createFakeHost({ respond: () => 'x' });
  const { screen } = await mounted(host);
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  expect(screen.getByText('Không tải được phần này')).toBeInTheDocument();
  expect(host.seen.errors).toHaveLength(1);
  broken = false;
  retry.click();
  await screen.findByText(/Xin chào/);
});

test.each([
  ['boom', /PHR-MOD-008/],
  ['Loading chunk 7 failed.', /PHR-MOD-010/],
])('[UX-24] broken twice by "%s", the card tells the code that a host would tell', async (message, code) => {
  broken = message;
  const { screen } = await mounted(createFakeHost({ respond: () => 'x' }));
  (await screen.findByRole('button', { name: 'Thử lại' })).click();
  await screen.findByText(code);
});

test('[ARCH-08] the host is told of a file that did not come, and not of a fault of the code', async () => {
  const told: string[] = [];
  const more = { fault: (kind: string) => told.push(kind) };
  for (const message of ['boom', 'Loading chunk 7 failed.']) {
    broken = message;
    const { screen } = await mounted(createFakeHost(), module, more);
    await screen.findByRole('button', { name: 'Thử lại' });
  }
  expect(told).toEqual(['file']);
  const late = defineModule({
    manifest: { name: 'mfe-test', contract: '^1.0.0' },
    version: '1.2.3',
    texts: TEXTS,
    views: { app: async () => lazyView(() => Promise.reject(new Error('gone'))) },
  });
  const { screen } = await mounted(createFakeHost(), late, more);
  await screen.findByRole('button', { name: 'Thử lại' });
  await waitFor(() => expect(told).toEqual(['file', 'file']));
});
