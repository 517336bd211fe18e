/** How every file of the project is laid out; `npm run format` applies it. */
export default { printWidth: 140, singleQuote: true };
