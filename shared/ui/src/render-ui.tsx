import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { UiProvider, type UiProviderProps } from '@phr/ui/ui-text';
import type { Locale } from './format.tsx';
import en from './locales/en.json' with { type: 'json' };
import vi from './locales/vi.json' with { type: 'json' };

export interface RenderUiOptions extends Partial<Pick<UiProviderProps, 'overlayRoot' | 'navigate'>> {
  readonly locale?: Locale;
}

/** For tests: renders components inside a provider with the real texts, Vietnamese unless told otherwise. */
export function renderUi(ui: ReactNode, { locale = 'vi-VN', ...options }: RenderUiOptions = {}): RenderResult {
  const texts = locale === 'vi-VN' ? vi : en;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <UiProvider locale={locale} texts={texts} {...options}>
      {children}
    </UiProvider>
  );
  return render(ui, { wrapper });
}
