/** What the compiler cannot see: promises nobody waits for, values of unknown type, hooks out of order. */
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['node_modules', '.next', 'dist', 'data', 'coverage', 'public', 'next-env.d.ts', '.dependency-cruiser.cjs', '**/*.gen.*']),
  tseslint.configs.strictTypeChecked,
  // The rules of hooks compile each file, and half of all have none.
  { files: ['src/**', 'pages/**', 'tests/**/*.tsx'], extends: [reactHooks.configs.flat.recommended] },
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.js'] }, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      // Numbers in messages read well as they are.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true, allowNullish: true }],
      // A function that answers a promise may do so at once.
      '@typescript-eslint/require-await': 'off',
      // An arrow that only calls may be short.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidOperator: true }],
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      eqeqeq: ['error', 'always'],
    },
  },
  {
    files: ['src/**', 'pages/**'],
    ignores: ['**/*.test.*'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@contract/errors',
              importNames: ['errors'],
              message: 'One importer makes every page carry every refusal. Take ownRefusals.',
              allowTypeImports: true,
            },
            {
              name: '@web/services/api',
              importNames: ['call'],
              message: 'Call an endpoint by its service: services.<family>[name], or read it with useEndpoint.',
            },
          ],
        },
      ],
    },
  },
  { files: ['**/*.{js,mjs,cjs}'], extends: [tseslint.configs.disableTypeChecked] },
);
