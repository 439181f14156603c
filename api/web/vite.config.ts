import { defineConfig } from "vite";

// One script a page, under a name that templates know; what they share gets a name of its contents.
export default defineConfig({
  base: "./",
  publicDir: false,
  build: {
    outDir: "../static/built",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1700,
    rollupOptions: {
      input: {
        site: "src/site.ts",
        sparql: "src/sparql.ts",
        apidocs: "src/apidocs.ts",
        graph: "src/graph.ts",
      },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
});
