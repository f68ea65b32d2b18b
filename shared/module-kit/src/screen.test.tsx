import { createStore } from '@phr/contract/store';
import { createFakeHost } from '@phr/testing/fake-host';
import { loadUiTexts, UiProvider } from '@phr/ui/ui-text';
import { fireEvent, render, screen } from '@testing-library/react';

import { HostContext } from './host.tsx';
import { Screen } from './screen.tsx';

async function draw(previous?: { readonly title: string }) {
  const host = createFakeHost({ path: '/search' });
  host.navigation.push('/encounter-details/1');
  const navigation = { ...host.navigation, ...(previous && { previous: createStore(previous) }) };
  const texts = await loadUiTexts('en-US');
  render(
    <HostContext value={{ ...host, navigation }}>
      <UiProvider locale="en-US" texts={texts} overlayRoot={document.body} navigate={host.navigation.push}>
        <Screen title="Visit" back={{ screen: 'encounters' }}>
          x
        </Screen>
      </UiProvider>
    </HostContext>,
  );
  return host;
}

test('the way back goes where the person came from, and is named after that screen', async () => {
  const host = await draw({ title: 'Search' });
  const link = screen.getByRole('link', { name: 'Back: Search' });
  expect(link).toHaveAttribute('href', '/encounters');
  fireEvent.click(link);
  expect(host.seen.visits.at(-1)).toBe('/search');
});

test('with a host that does not tell the screen before, the way back has its plain name', async () => {
  await draw();
  expect(screen.getByRole('link', { name: 'Back' })).toBeInTheDocument();
});
