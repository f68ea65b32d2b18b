import { adoptSheets } from '@phr/ui/sheets';
import { createRoot } from 'react-dom/client';
import { page } from '../services/host/page.ts';
import { App } from './app.tsx';
import { loadConfig } from '../services/config.ts';
import { createShell } from './create-shell.ts';
import { LastResort } from './fatal-error.tsx';
import { ShellContext } from '../core/shell.tsx';

/** Starts the app in the page. Failures before the first screen show a message with a retry button. */
export async function start(): Promise<void> {
  const element = document.getElementById('root');
  const overlayRoot = document.getElementById('overlays');
  if (element === null || overlayRoot === null) throw new Error('The page has no place for the app');
  // the back-forward cache shows the old page, which must not happen after a sign-out
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
