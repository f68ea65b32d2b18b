import { screen, within } from '@testing-library/react';
import { DataTable } from './data-table.tsx';
import { FactList } from './fact-list.tsx';
import { renderUi } from './render-ui.tsx';

interface Result {
  readonly name: string;
  readonly value: string;
}

test('a table has a name, column headers and a header in each row, whatever its looks', () => {
  renderUi(
    <DataTable<Result>
      caption="Công thức máu"
      rows={[
        { name: 'Hồng cầu', value: '4,1 T/L' },
        { name: 'Đường huyết', value: '7,9 mmol/L' },
      ]}
      keyOf={(row) => row.name}
      columns={[
        { key: 'name', header: 'Chỉ số', cell: (row) => row.name, rowHeader: true },
        { key: 'value', header: 'Kết quả', cell: (row) => row.value, numeric: true },
      ]}
    />,
  );
  const table = screen.getByRole('table', { name: 'Công thức máu' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Chỉ số', 'Kết quả']);
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(3);
  expect(within(rows[2] ?? table).getByRole('rowheader', { name: 'Đường huyết' })).toBeInTheDocument();
  expect(within(rows[2] ?? table).getByRole('cell', { name: '7,9 mmol/L' })).toBeInTheDocument();
});

test('facts are terms and definitions; a missing one says so', () => {
  renderUi(
    <FactList
      facts={[
        { name: 'Bác sĩ', content: 'BS. Ước' },
        { name: 'Bảo hiểm', content: undefined },
        { name: 'Số thẻ', content: '' },
      ]}
    />,
  );
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Bác sĩ', 'Bảo hiểm', 'Số thẻ']);
  expect(screen.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
    'BS. Ước',
    'Chưa có dữ liệu',
    'Chưa có dữ liệu',
  ]);
});
