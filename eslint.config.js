/**
 * What is left to ESLint: the one rule of `strictTypeChecked` that oxlint lacks. It costs three times all others, so it runs with
 * the long tests. The others stand in `.oxlintrc.json`; docs/decisions/0013-native-checks.md says why.
 */
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(globalIgnores(['node_modules', '.next', 'dist', 'data', 'coverage', 'public', 'next-env.d.ts', '**/*.gen.*']), {
  files: ['**/*.{ts,tsx}'],
  extends: [tseslint.configs.base],
  linterOptions: { noInlineConfig: true },
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'error' },
});
