import { LOCALES } from '@phr/contract/locale';
import { LOCALE_NAMES } from '@phr/i18n/locale';
import type { Locale, Settings } from '@phr/contract/host-api';
import { errorNotice } from '@phr/http/error-notice';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { FactList } from '@phr/ui/fact-list';
import { RadioGroup } from '@phr/ui/radio-group';
import { SelectField } from '@phr/ui/select-field';
import { VisuallyHidden } from '@phr/ui/visually-hidden';
import { Link } from '@phr/ui/link';
import { Skeleton } from '@phr/ui/skeleton';
import { useState } from 'react';
import { lazyScreen } from '../../core/lazy-screen.tsx';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT, useTexts } from '../../core/texts.tsx';
import { accountPage } from '../../services/auth/account-page.ts';
import type { ColorChoice } from '../../services/host/settings.ts';
import { Arranging } from '../dashboard/arranging.view.tsx';
import { SignOutDialog } from '../session/sign-out-dialog.view.tsx';
import { PushSettings } from './push.view.tsx';
import css from './setting.module.css';
import { SharedDevice } from './shared-device.view.tsx';

const AccessLogScreen = lazyScreen(
  async () => (await import(/* webpackChunkName: "access-log" */ '../access-log/access-log.view.tsx')).AccessLogScreen,
  <Skeleton height={240} lines={6} />,
);

const TEXT_SIZES = [100, 115, 130] as const;

/** Account, display and device settings. Changes apply at once in all modules and are stored on this device. */
export function SettingScreen() {
  const { navigation } = useShell();
  const { search } = useStore(navigation.location);
  const show = new URLSearchParams(search).get('show');
  if (show === 'access-log') return <AccessLogScreen />;
  return (
    <>
      <Settings />
      {show === 'monitor' && <Arranging what="monitor" onClose={() => navigation.back('/setting')} />}
    </>
  );
}

function Settings() {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <Screen title={t('screen.setting')} backHref="/dashboard">
      <Account />
      <Display />
      <About />
      <PushSettings />
      <div>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {t('menu.logout')}
        </Button>
      </div>
      <SignOutDialog open={asking} onClose={() => setAsking(false)} />
    </Screen>
  );
}

function Account() {
  const t = useT();
  const { config, patients } = useShell();
  const user = useStore(patients.user);
  const { viewed } = useStore(patients.context);
  const facts = [
    ...(user?.userName ? [{ name: t('set.loginName'), content: user.userName }] : []),
    ...(user?.email ? [{ name: t('set.email'), content: user.email }] : []),
  ];
  return (
    <Card title={t('set.account')} level={2}>
      {facts.length > 0 && <FactList facts={facts} />}
      <ul className={css.ways}>
        {config.oidc.changePasswordUrl !== '' && (
          <li>
            <OuterLink href={config.oidc.changePasswordUrl}>{t('set.changePassword')}</OuterLink>
          </li>
        )}
        {config.oidc.sessionsUrl !== '' && (
          <li>
            <OuterLink href={config.oidc.sessionsUrl}>{t('set.sessions')}</OuterLink>
          </li>
        )}
        {viewed !== undefined && (
          <li>
            <Link href="/setting?show=access-log">{t('access.title')}</Link>
          </li>
        )}
      </ul>
    </Card>
  );
}

/** A link to the identity service. */
function OuterLink({ href, children }: { readonly href: string; readonly children: string }) {
  const { t, locale } = useTexts();
  return (
    <a href={accountPage(href, locale)} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden> {t('nav.newWindow')}</VisuallyHidden>
    </a>
  );
}

function Display() {
  const { t, find } = useTexts();
  const { settings, deviceProperties, notifications, patients } = useShell();
  const { viewed } = useStore(patients.context);
  const { locale, textSize, glucoseUnit } = useStore(settings.settings);
  const colorChoice = useStore(settings.colorChoice);
  const { choose } = settings;
  const chooseUnit = (glucoseUnit: Settings['glucoseUnit']) => {
    choose({ glucoseUnit });
    deviceProperties
      .save({ GLUCOSE_UNIT: glucoseUnit })
      .catch((error: unknown) => notifications.show(errorNotice(error, find)));
  };
  return (
    <Card title={t('set.display')} level={2}>
      <div className={css.language}>
        <SelectField
          label={t('set.language')}
          value={locale}
          required
          onChange={pick<Locale>(LOCALES, (next) => choose({ locale: next }))}
          options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        />
      </div>
      <RadioGroup
        label={t('set.colorMode')}
        value={colorChoice}
        arrangement="inline"
        onChange={pick<ColorChoice>(['light', 'dark', 'system'], (next) => choose({ colorChoice: next }))}
        options={[
          { value: 'light', label: t('set.light') },
          { value: 'dark', label: t('set.dark') },
          { value: 'system', label: t('set.system') },
        ]}
      />
      <RadioGroup
        label={t('set.textSize')}
        value={String(textSize)}
        arrangement="inline"
        onChange={(value) => {
          const size = TEXT_SIZES.find((known) => String(known) === value);
          if (size !== undefined) choose({ textSize: size });
        }}
        options={TEXT_SIZES.map((size) => ({ value: String(size), label: `${size} %` }))}
      />
      <RadioGroup
        label={t('set.glucoseUnit')}
        value={glucoseUnit}
        arrangement="inline"
        onChange={pick<Settings['glucoseUnit']>(['mmol/L', 'mg/dL'], chooseUnit)}
        options={[
          { value: 'mmol/L', label: 'mmol/L' },
          { value: 'mg/dL', label: 'mg/dL' },
        ]}
      />
      {viewed !== undefined && (
        <ul className={css.ways}>
          <li>
            <Link href="/setting?show=monitor">{t('monitor.title')}</Link>
          </li>
        </ul>
      )}
    </Card>
  );
}

/** Narrows a control's text to a known value. */
function pick<T extends string>(known: readonly T[], then: (value: T) => void): (value: string) => void {
  return (value) => {
    const found = known.find((candidate) => candidate === value);
    if (found !== undefined) then(found);
  };
}

function About() {
  const t = useT();
  const { config, settings, outbox } = useShell();
  const waiting = useStore(outbox.waiting).length;
  const { deviceId, deviceName } = useStore(settings.settings);
  return (
    <Card title={t('set.device')} level={2}>
      <FactList
        facts={[
          {
            name: t('set.waiting'),
            content:
              waiting === 0 ? (
                '0'
              ) : (
                <>
                  {waiting} <Link href="/notifications">{t('outbox.show')}</Link>
                </>
              ),
          },
          { name: t('set.deviceName'), content: deviceName },
          { name: t('set.deviceCode'), content: deviceId },
          { name: t('set.appVersion'), content: config.version },
        ]}
      />
      <SharedDevice />
    </Card>
  );
}
