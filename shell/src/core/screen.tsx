import { Page } from '@phr/ui/page';
import { PageHeader } from '@phr/ui/page-header';
import { type ReactNode, useEffect, useRef } from 'react';
import { useShell, useStore } from './shell.tsx';

interface ScreenProps {
  /** Translated, without names or values: becomes the page title. */
  readonly title: string;
  /** Heading, if it says more than the title, e.g. a name. */
  readonly heading?: string;
  /** Parent screen, used by the back button only if there is no previous entry. */
  readonly backHref?: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of a shell screen: heading, back button, and screen announcement. */
export function Screen({ title, heading, backHref, note, actions, children }: ScreenProps) {
  const { navigation, auth } = useShell();
  const goesBack = useStore(auth.status) === 'signed-in' && backHref !== undefined;
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => navigation.screenShown({ title, heading: element.current }), [navigation, title]);
  return (
    <Page>
      <PageHeader
        title={heading ?? title}
        level={1}
        headingRef={element}
        backHref={backHref}
        {...(goesBack && { onBack: () => navigation.back(backHref), backTitle: navigation.previous.get()?.title })}
        note={note}
        actions={actions}
      />
      {children}
    </Page>
  );
}
