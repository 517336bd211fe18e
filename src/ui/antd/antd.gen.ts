/** Made by bin/antd-css.mjs; not edited by hand. An address changes with its sheet, so that it may be cached for ever. */
export const antdSheets = {
  select: '/assets/antd.select.gen.css?v=4e54a92783',
  table: '/assets/antd.table.gen.css?v=b24cf85bdc',
};
