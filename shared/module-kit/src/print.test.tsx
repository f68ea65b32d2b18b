import { createFakeHost, FAKE_MOTHER } from '@phr/testing/fake-host';
import { AccordionSection } from '@phr/ui/accordion-section';
import { loadUiTexts, UiProvider, type UiTexts } from '@phr/ui/ui-text';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { HostContext } from './host.tsx';
import { ListSection } from './list-section.tsx';
import { usePatientList } from './patient-list.tsx';
import { createModuleQueries } from './query.tsx';
import { Screen } from './screen.tsx';

const ROWS = 130;
const PAGE = 20;

/** A server with more rows than one page. */
function page(path: string) {
  const from = Number(new URLSearchParams(path.split('?')[1]).get('from') ?? 0);
  const ids = Array.from({ length: Math.min(PAGE, ROWS - from) }, (_, index) => `row ${from + index + 1}`);
  const link = from + PAGE < ROWS ? [{ relation: 'next', url: `/Patient/x/Encounter?from=${from + PAGE}` }] : [];
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: ROWS,
    link,
    entry: ids.map((id) => ({ resource: { resourceType: 'Encounter', id } })),
  };
}

const read = (resource: unknown) => resource as { readonly id: string };

function View() {
  const list = usePatientList({ type: 'Encounter', path: () => '/Patient/x/Encounter', read });
  return (
    <Screen printable title="Visits">
      <ListSection list={list} label="Visits" thing="visits" empty="none">
        {({ id }) => <span>{id}</span>}
      </ListSection>
      <AccordionSection title="Closed" level={2}>
        <p>inside</p>
      </AccordionSection>
    </Screen>
  );
}

let texts: UiTexts;
const printed: string[] = [];
beforeAll(async () => {
  // the button itself must make sure everything is rendered
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  texts = await loadUiTexts('en-US');
  // like a browser: fires the event, prints, fires the other
  window.print = () => {
    window.dispatchEvent(new Event('beforeprint'));
    printed.push(document.body.textContent ?? '');
    window.dispatchEvent(new Event('afterprint'));
  };
});
beforeEach(() => {
  printed.length = 0;
});
afterEach(cleanup);

async function open(respond: (path: string) => unknown = page) {
  const host = createFakeHost({ respond: ({ path }) => respond(path) });
  host.view(FAKE_MOTHER);
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ lng: 'en', resources: {} });
  const { client } = createModuleQueries(host.patient);
  render(
    <HostContext value={host}>
      <QueryClientProvider client={client}>
        <I18nextProvider i18n={i18n}>
          <UiProvider locale="en-US" texts={texts}>
            <View />
          </UiProvider>
        </I18nextProvider>
      </QueryClientProvider>
    </HostContext>,
  );
  await screen.findByText('row 1');
}

test('[UX-20] prints all rows, open sections and whose record it is, then restores the page', async () => {
  await open();
  expect(screen.queryByText('row 21')).toBeNull();
  screen.getByRole('button', { name: 'Print' }).click();
  await waitFor(() => expect(printed).toHaveLength(1));
  for (let row = 1; row <= ROWS; row += 1) expect(printed[0]).toContain(`row ${row}`);
  expect(printed[0]).toContain('inside');
  expect(printed[0]).toMatch(
    new RegExp(`${FAKE_MOTHER.name} · Born \\d{2}/\\d{2}/\\d{4} · Printed at \\d{2}:\\d{2} \\d{2}/\\d{2}/\\d{4}`),
  );
  expect(screen.queryByText(/Printed at/)).toBeNull();
  expect(screen.queryByText('inside')).toBeNull();
  expect(screen.getAllByRole('listitem').length).toBeLessThanOrEqual(60);
});

test('[UX-20] prints what could be read, and counts how much is missing', async () => {
  await open((path) => {
    if (path.includes('from=40')) throw new TypeError('no network');
    return page(path);
  });
  screen.getByRole('button', { name: 'Print' }).click();
  await waitFor(() => expect(printed).toHaveLength(1));
  expect(printed[0]).toContain('row 40');
  expect(printed[0]).toContain('Showing 1 to 40 of 130');
});
