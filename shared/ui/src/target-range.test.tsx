import { screen } from '@testing-library/react';
import { renderUi } from './render-ui.tsx';
import { TargetRange } from './target-range.tsx';

test('[UX-11] the range is in words and says for whom it holds', () => {
  renderUi(
    <>
      <TargetRange bounds={{ below: '120/80' }} who="người lớn từ 18 tuổi" />
      <TargetRange bounds={{ from: '60', to: '100' }} />
      <TargetRange bounds={{ from: '95' }} />
    </>,
  );
  for (const words of [
    'Mục tiêu: dưới 120/80 (người lớn từ 18 tuổi)',
    'Mục tiêu: từ 60 đến 100',
    'Mục tiêu: từ 95 trở lên',
  ]) {
    expect(screen.getByText(words)).toBeInTheDocument();
  }
});
