import { Card } from '@phr/ui/card';
import { FactList } from '@phr/ui/fact-list';
import { formatPhone } from '@phr/ui/format';
import { Notice } from '@phr/ui/notice';
import { Screen } from '../../app/screen.tsx';
import { useShell } from '../../app/shell.tsx';
import { useTexts } from '../../app/texts.tsx';

/** Whom to turn to; numbers and addresses are configuration (D-95). */
export function HelpScreen() {
  const { t, locale } = useTexts();
  const { supportPhone, supportEmail, emergencyNumber } = useShell().config;
  const contacts = [
    ...(supportPhone === '' ? [] : [{ name: t('help.phone'), content: <a href={`tel:${supportPhone.replace(/\s/g, '')}`}>{formatPhone(supportPhone, locale)}</a> }]),
    ...(supportEmail === '' ? [] : [{ name: t('help.email'), content: <a href={`mailto:${supportEmail}`}>{supportEmail}</a> }]),
  ];
  return (
    <Screen title={t('screen.help')} backHref="/dashboard" note={t('help.lead')}>
      <Card title={t('help.contact')} level={2}><FactList facts={contacts} /></Card>
      <Notice type="warning" title={t('help.emergency')} action={<a href={`tel:${emergencyNumber}`}>{t('help.call', { number: emergencyNumber })}</a>}>
        {t('help.emergencyText', { number: emergencyNumber })}
      </Notice>
    </Screen>
  );
}
