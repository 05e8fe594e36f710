"""Facts of the C and C++ units of targets, and a check of the program that they make.

    bazel build //app:server --aspects //tools/cachelint:cachelint.bzl%cachelint_facts --output_groups=cachelint
"""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain", "use_cpp_toolchain")

CachelintInfo = provider(
    doc = "Facts files of a target and of all that it is linked from.",
    fields = {"facts": "depset of facts files"},
)

_SOURCES = ("c", "cc", "cpp", "cxx", "c++", "C")

def _flags(ctx, toolchain, compilation, source):
    """The command line of one unit, as Bazel itself would compile it."""
    is_c = source.extension == "c"
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        user_compile_flags = (ctx.fragments.cpp.copts +
                              (ctx.fragments.cpp.conlyopts if is_c else ctx.fragments.cpp.cxxopts) +
                              getattr(ctx.rule.attr, "copts", [])),
        include_directories = compilation.includes,
        quote_include_directories = compilation.quote_includes,
        system_include_directories = compilation.system_includes,
        preprocessor_defines = depset(transitive = [compilation.defines, compilation.local_defines]),
    )
    return cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = "c-compile" if is_c else "c++-compile",
        variables = variables,
    )

def _facts_of(ctx, target, toolchain, source):
    compilation = target[CcInfo].compilation_context
    out = ctx.actions.declare_file("%s.%s.facts" % (ctx.label.name, source.path.replace("/", "_")))
    arguments = ctx.actions.args()
    arguments.add("facts")
    arguments.add(source)
    arguments.add("-o", out)
    arguments.add("--profile", ctx.attr._profile)
    arguments.add("--")
    arguments.add_all(_flags(ctx, toolchain, compilation, source))
    ctx.actions.run_shell(
        outputs = [out],
        inputs = depset([source], transitive = [compilation.headers, toolchain.all_files]),
        tools = [ctx.executable._cachelint],
        # 3: something in the unit could not be read; it is in the facts, and check says so.
        command = ctx.executable._cachelint.path + " \"$@\" || [ $? -eq 3 ]",
        arguments = [arguments],
        mnemonic = "CachelintFacts",
        progress_message = "Facts of %{input}",
        # A sandbox has a path of its own, and positions of one header must be the same in all units.
        execution_requirements = {"no-sandbox": "1"},
    )
    return out

def _facts_impl(target, ctx):
    below = [
        dep[CachelintInfo].facts
        for attribute in ("deps", "implementation_deps")
        for dep in getattr(ctx.rule.attr, attribute, [])
        if CachelintInfo in dep
    ]
    own = []
    if CcInfo in target:
        toolchain = find_cpp_toolchain(ctx)
        own = [
            _facts_of(ctx, target, toolchain, source)
            for source in getattr(ctx.rule.files, "srcs", [])
            if source.extension in _SOURCES
        ]
    facts = depset(own, transitive = below)
    return [CachelintInfo(facts = facts), OutputGroupInfo(cachelint = facts)]

cachelint_facts = aspect(
    implementation = _facts_impl,
    attr_aspects = ["deps", "implementation_deps"],
    attrs = {
        "_cachelint": attr.label(default = "//tools/cachelint", executable = True, cfg = "exec"),
        "_profile": attr.string(default = "generic"),
    },
    fragments = ["cpp"],
    toolchains = use_cpp_toolchain(),
)

def _check_impl(ctx):
    facts = depset(transitive = [dep[CachelintInfo].facts for dep in ctx.attr.deps])
    out = ctx.actions.declare_file(ctx.label.name + ".json")
    arguments = ctx.actions.args()
    arguments.add("check")
    arguments.add_all(facts, before_each = "--facts")
    arguments.add("--format", "json")
    arguments.add("-o", out)
    arguments.add("--fail-on", ctx.attr.fail_on)
    ctx.actions.run(
        outputs = [out],
        inputs = facts,
        executable = ctx.executable._cachelint,
        arguments = [arguments],
        mnemonic = "CachelintCheck",
    )
    return [DefaultInfo(files = depset([out]))]

cachelint_check = rule(
    implementation = _check_impl,
    attrs = {
        "deps": attr.label_list(aspects = [cachelint_facts], mandatory = True),
        "fail_on": attr.string(default = "warning", values = ["note", "warning", "error", "never"]),
        "_cachelint": attr.label(default = "//tools/cachelint", executable = True, cfg = "exec"),
    },
)
