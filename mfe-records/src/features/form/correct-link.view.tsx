import type { ScreenPlace } from '@phr/contract/screens';
import { useHost, useMay } from '@phr/module-kit/host';
import { hrefOf } from '@phr/module-kit/screens';
import { LinkButton } from '@phr/ui/link-button';
import { useTranslation } from 'react-i18next';

/**
 * Link from the person's own entry to its correction; hidden if the record is read-only.
 * @param name the entry in words
 */
export function CorrectLink({ to, name }: { readonly to: ScreenPlace; readonly name: string }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  if (!useMay('update')) return null;
  return (
    <LinkButton dense href={hrefOf(navigation, to)} aria-label={t('fix.of', { name })}>
      {t('common.edit')}
    </LinkButton>
  );
}
