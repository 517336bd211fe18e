/** Made by bin/antd-css.mjs; not edited by hand. The address changes with the sheet, so that it may be cached for ever. */
export const antdCssHref = '/assets/antd.gen.css?v=4e54a92783';
