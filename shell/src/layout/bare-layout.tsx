import type { ReactNode } from 'react';
import { useT } from '../core/texts.tsx';
import { Contacts } from './contacts.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { SkipLink } from './skip-link.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** Layout without a session: product name, language, content, contacts. */
export function BareLayout({ children }: { readonly children: ReactNode }) {
  const t = useT();
  return (
    <div className="phr-bare">
      <SkipLink />
      <header className="phr-bare-header">
        <span className="phr-brand" data-brand="">
          {t('app.shortName')}
        </span>
        <LanguageSwitch />
      </header>
      <UpdateNotice />
      <main id="main" tabIndex={-1} className="phr-bare-main">
        {children}
      </main>
      <Contacts />
    </div>
  );
}
