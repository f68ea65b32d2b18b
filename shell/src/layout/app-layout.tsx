import type { RouteEntry } from '@phr/contract/registry';
import { Icon } from '@phr/ui/icon';
import { IconNotifications, IconSearch, IconSignOut } from '@phr/ui/icons';
import { Link } from '@phr/ui/link';
import { OfflineBar } from '@phr/ui/offline-bar';
import { PersonBanner } from '@phr/ui/person-banner';
import { VisuallyHidden } from '@phr/ui/visually-hidden';
import { truncate } from '@phr/ui/format';
import { relationWords } from '@phr/ui/relation';
import { useUiText } from '@phr/ui/ui-text';
import type { PatientSummary } from '@phr/contract/host-api';
import { type ReactNode, useState } from 'react';
import { navigateTo } from '../core/navigate-to.ts';
import { useShell, useStore } from '../core/shell.tsx';
import { useT } from '../core/texts.tsx';
import { Adding } from '../features/add/adding.view.tsx';
import { SigningOut } from '../features/session/signing-out.view.tsx';
import { WaitingBar } from '../features/waiting/waiting-bar.view.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Doors } from './doors.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { MainMenu } from './main-menu.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { OwnBuildsNotice } from './own-builds-notice.tsx';
import { SkipLink } from './skip-link.tsx';
import { UpdateNotice } from './update-notice.tsx';
import { calledName } from '../features/dashboard/dashboard.model.ts';
import { useWide } from '../core/use-wide.ts';
import { useBarHeight } from './use-bar-height.ts';
import { useScrolled } from './use-scrolled.ts';

interface AppLayoutProps {
  readonly layout: RouteEntry['layout'];
  readonly screen: string | undefined;
  readonly children: ReactNode;
}

/** Header, menu, banner and content of the signed-in app, per screen as in table T2. */
export function AppLayout({ layout, screen, children }: AppLayoutProps) {
  const shell = useShell();
  const { patients } = shell;
  const [over, setOver] = useState<Over>();
  const top = useBarHeight('--sticky-top');
  // hidden elements of the other layout would still be rendered each time
  const wide = useWide();
  const { main, viewed } = useStore(patients.context);
  const isOwnRecord = main?.id === viewed?.id;
  const hasMenu = layout === 'app' || layout === 'app-bottom-bar';
  const switchBack = () => navigateTo(shell, { screen: 'dashboard', ...(main && { patientId: main.id }) });
  const other = isOwnRecord ? undefined : viewed;
  const banner = other && (
    <PersonBanner
      name={other.name}
      relationship={other.relationship}
      viewOnly={other.mayWrite === false}
      onBack={switchBack}
    />
  );
  return (
    <div className="phr-frame" data-layout={layout} data-print="flow">
      <SkipLink />
      <div ref={top} className="phr-top" data-print="hide">
        {layout === 'viewer' ? (
          banner
        ) : (
          <Header
            hasTools={hasMenu}
            main={main}
            other={other}
            onMenu={() => setOver('menu')}
            onSignOut={() => setOver('sign-out')}
          />
        )}
        <Reached />
        {hasMenu && <WaitingBar screen={screen} />}
        {hasMenu && <UpdateNotice />}
        {hasMenu && <OwnBuildsNotice />}
      </div>
      {layout !== 'viewer' && banner}
      <div className="phr-body">
        {hasMenu && wide && <Side isOwnRecord={isOwnRecord} onOpen={setOver} />}
        <main id="main" tabIndex={-1} className="phr-main">
          {children}
        </main>
      </div>
      {hasMenu && !wide && (
        <BottomBar hasQuickRow={layout === 'app-bottom-bar'} isOwnRecord={isOwnRecord} onAdd={() => setOver('add')} />
      )}
      <Overlay over={over} isOwnRecord={isOwnRecord} onChange={setOver} />
    </div>
  );
}

/** What is open over the screen. */
type Over = 'menu' | 'add' | 'sign-out' | undefined;

interface OverlayProps {
  readonly over: Over;
  readonly isOwnRecord: boolean;
  readonly onChange: (over: Over) => void;
}

/** A sheet or dialog over the screen, one at a time. */
function Overlay({ over, isOwnRecord, onChange }: OverlayProps) {
  const close = () => onChange(undefined);
  switch (over) {
    case 'menu':
      return <MenuSheet isOwnRecord={isOwnRecord} onClose={close} onSignOut={() => onChange('sign-out')} />;
    case 'add':
      return <Adding onClose={close} />;
    case 'sign-out':
      return <SigningOut open onClose={close} />;
    case undefined:
      return null;
  }
}

interface SideProps {
  readonly isOwnRecord: boolean;
  readonly onOpen: (over: Over) => void;
}

/** Doors and full menu beside the content in a wide window. */
function Side({ isOwnRecord, onOpen }: SideProps) {
  const t = useT();
  return (
    <div className="phr-side" data-print="hide">
      <nav aria-label={t('nav.doors')}>
        <ul className="phr-group">
          <Doors isDeep className="phr-side-link" onAdd={() => onOpen('add')} />
        </ul>
      </nav>
      <MainMenu isOwnRecord={isOwnRecord} onSignOut={() => onOpen('sign-out')} />
    </div>
  );
}

/** Connection state and time of the last response; isolated, as each response re-renders it. */
function Reached() {
  const { online, lastAnswer } = useShell().connection;
  return <OfflineBar offline={!useStore(online)} at={useStore(lastAnswer)} />;
}

interface HeaderProps {
  readonly hasTools: boolean;
  /** The signed-in person; undefined without a record. */
  readonly main: PatientSummary | undefined;
  /** The open record's person, if not the owner. */
  readonly other: PatientSummary | undefined;
  readonly onMenu: () => void;
  readonly onSignOut: () => void;
}

function Header({ hasTools, main, other, onMenu, onSignOut }: HeaderProps) {
  const t = useT();
  const text = useUiText();
  const isScrolled = useScrolled();
  const { navigation, notifications } = useShell();
  const title = useStore(navigation.title);
  const unreadNotices = useStore(notifications.all).filter(({ isRead }) => !isRead).length;
  // the server's count already includes its toasts; without an inbox use the session's count
  const unread = useStore(notifications.unread) ?? unreadNotices;
  return (
    <header className="phr-header">
      <Link href="/dashboard" className="phr-brand" data-brand="" data-scrolled={isScrolled || undefined}>
        {t('app.shortName')}
      </Link>
      {/* the banner has scrolled out of view; it is what screen readers announce */}
      {other !== undefined && isScrolled && (
        <span className="phr-chip" aria-hidden="true">
          {relationWords(other.relationship, text)} · {calledName(other.name)}
        </span>
      )}
      <span className="phr-title" title={title} aria-hidden="true" data-scrolled={isScrolled || undefined}>
        {truncate(title)}
      </span>
      {hasTools && (
        <>
          <Link href="/search" className="phr-tool">
            <Icon of={IconSearch} />
            <span className="phr-word">{t('header.search')}</span>
          </Link>
          <Link href="/notifications" className="phr-tool">
            <Icon of={IconNotifications} />
            <span className="phr-word">{t('header.notifications')}</span>
            {unread > 0 && (
              <span className="phr-count">
                {unread}
                <VisuallyHidden> {t('noti.unread')}</VisuallyHidden>
              </span>
            )}
          </Link>
        </>
      )}
      {hasTools && (
        <button type="button" className="phr-tool phr-narrow-only" aria-haspopup="dialog" onClick={onMenu}>
          <span className="phr-avatar" aria-hidden="true">
            {calledName(main?.name ?? '').charAt(0)}
          </span>
          <span className="phr-word">{t('nav.main')}</span>
        </button>
      )}
      <span className={hasTools ? 'phr-wide-only' : undefined}>
        <LanguageSwitch />
      </span>
      <button type="button" className={hasTools ? 'phr-tool phr-wide-only' : 'phr-tool'} onClick={onSignOut}>
        <Icon of={IconSignOut} />
        <span className="phr-word">{t('header.logout')}</span>
      </button>
    </header>
  );
}
