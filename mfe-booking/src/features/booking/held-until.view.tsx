import { useSettings } from '@phr/module-kit/host';
import { formatTime } from '@phr/ui/format';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Until when a time is held, by this device's clock, or that the hold has expired. */
export function HeldUntil({ until }: { readonly until: string }) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const end = setTimeout(() => setOver(true), Date.parse(until) - Date.now());
    return () => clearTimeout(end);
  }, [until]);
  return <p role="status">{isOver ? t('book.heldOver') : t('book.held', { time: formatTime(until, locale) })}</p>;
}
