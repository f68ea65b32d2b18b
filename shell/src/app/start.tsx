import { adoptSheets } from '@phr/ui/sheets';
import { createRoot } from 'react-dom/client';
import { page } from '../services/host/page.ts';
import { App } from './app.tsx';
import { loadConfig } from '../core/config.ts';
import { createShell } from './create-shell.ts';
import { LastResort } from './last-resort.tsx';
import { ShellContext } from '../core/shell.tsx';

/** Starts the app in the page. Whatever goes wrong before the first screen is told in words, with a way to try again. */
export async function start(): Promise<void> {
  const element = document.getElementById('root');
  const overlayRoot = document.getElementById('overlays');
  if (element === null || overlayRoot === null) throw new Error('The page has no place for the app');
  // A page brought back by Back shows what it showed then; after a sign-out that must not be.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) page.reload();
  });

  adoptSheets(document, ['@phr/ui', '@phr/shell']);
  const root = createRoot(element);
  try {
    const shell = await createShell(await loadConfig());
    root.render(
      <LastResort>
        <ShellContext value={shell}>
          <App overlayRoot={overlayRoot} />
        </ShellContext>
      </LastResort>,
    );
    await shell.auth.start();
  } catch (error) {
    console.error('start', error instanceof Error ? error.name : typeof error);
    root.render(<LastResort failed>{null}</LastResort>);
  }
}
