#!/bin/bash
# only bundle
node build.mjs 2>&1 | tail -5
