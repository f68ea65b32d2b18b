import { Button } from '@phr/ui/button';
import { Dialog } from '@phr/ui/dialog';
import { IconCopy } from '@phr/ui/icons';
import { useState } from 'react';
import { isInAppBrowser } from '../../services/auth/signin-mode.ts';
import { useShell } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { page } from '../../services/host/page.ts';
import css from './in-app-browser.module.css';

/**
 * In-app browsers of messaging apps lose the sign-in when closed and hide the URL, so the page asks to be opened
 * elsewhere; on the production site only (BLK-01, D-100).
 */
export function InAppBrowserBlock() {
  const t = useT();
  const { config, notifications } = useShell();
  const [address] = useState(page.href);
  if (!config.production || !isInAppBrowser(page.userAgent, config.inAppBrowsers)) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      notifications.show({ type: 'success', title: t('toast.copied') });
    } catch {
      // these browsers often deny or lack the clipboard
      notifications.show({ type: 'error', title: t('toast.copyFailed'), description: t('inapp.copyByHand') });
    }
  };
  return (
    // not dismissable: the record could not be kept safe here
    <Dialog
      open
      role="alertdialog"
      size="full"
      title={t('inapp.title')}
      onClose={() => undefined}
      footer={
        <Button variant="primary" icon={IconCopy} data-focus-first="" onClick={() => void copy()}>
          {t('inapp.copy')}
        </Button>
      }
    >
      <ol className={css.steps}>
        <li>
          {t('inapp.step1')}
          <span className={css.address} translate="no">
            {address}
          </span>
        </li>
        <li>{t('inapp.step2')}</li>
      </ol>
    </Dialog>
  );
}
