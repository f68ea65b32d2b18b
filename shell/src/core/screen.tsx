import { Page } from '@phr/ui/page';
import { PageHeader } from '@phr/ui/page-header';
import { type ReactNode, useEffect, useRef } from 'react';
import { useShell, useStore } from './shell.tsx';

interface ScreenProps {
  /** Translated, without names or values: it becomes the page's title. */
  readonly title: string;
  /** What the heading says where that is more than the title, e.g. with a name. */
  readonly heading?: string;
  /** The address one step up. Who is signed in goes back to where she came from, and here only when she came from nowhere. */
  readonly backHref?: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One of the shell's own screens: heading, way back, and the news that it is on the page. */
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
