/** The antd theme: one key for CSS variables, no hash, and no runtime styles (they are built by bin/antd-css.mjs). */
import type { ThemeConfig } from 'antd';

export const antdTheme: ThemeConfig = {
  zeroRuntime: true,
  cssVar: { key: 'app' },
  hashed: false,
  token: { fontSize: 15, controlHeight: 44, borderRadius: 8, borderRadiusLG: 12, lineWidth: 1, fontFamily: 'var(--font)', motion: false },
  components: { Table: { cellPaddingBlock: 10, cellPaddingInline: 12, headerBorderRadius: 0 } },
};
