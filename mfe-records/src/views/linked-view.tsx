import { LinkedRecord } from '@phr/module-kit/linked-record';
import { Notice } from '@phr/ui/notice';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Screens that can read a linked hospital record, naming the hospital; read-only. */
export function LinkedView({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <LinkedRecord
      thing={t('link.records').toLowerCase()}
      from={{ screen: 'link-profile' }}
      notice={(source) => (
        <Notice title={t('link.from', { provider: source ?? t('enc.providerUnknown') })}>{t('link.readOnly')}</Notice>
      )}
    >
      {children}
    </LinkedRecord>
  );
}
